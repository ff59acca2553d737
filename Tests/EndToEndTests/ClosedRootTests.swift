import Foundation
import Sandboxes
import Testing

/// Roots whose owner has no permission to use a part of them.
@Suite(
  .sandbox, .enabled(if: BuiltPrograms.has("bootstrap"), "the programs are not built"),
  .enabled(if: Sandbox.hasOtherUser, "only root can become somebody else"))
struct ClosedRootTests {
  init() throws {
    try sandbox.makeDirectory(".git")
    try SampleFolder(["tool greet 1.0", "tool other 1.0"]).write(to: "tools", in: sandbox)
    try sandbox.write(
      "Toolfile",
      """
      platforms "linux-x64", "linux-arm64"
      source "directory", "tools"
      tool "greet"

      """)
  }

  /// Installs the project, and gives the root and the home with the project to another user.
  private func giveEverythingAway() async throws {
    expect(try await sandbox.run(["bootstrap", "install", "--quiet"]))
    try await sandbox.giveTreeAway("$ROOT")
    try await sandbox.giveTreeAway("$HOME")
  }

  /// Runs a command of the owner of the root.
  private func run(_ command: String) async throws -> Outcome {
    try await sandbox.run(Sandbox.otherUser + command.split(separator: " ").map(String.init))
  }

  private static let projectFiles = ["Toolfile", "Toolfile.lock", ".tool-version"]

  private func projectTexts() -> [String?] { Self.projectFiles.map { sandbox.text($0) } }

  // MARK: The store

  @Test(arguments: ["444", "000", "owner"])
  func `a project is locked and pinned although the store cannot be written`(
    _ state: String
  ) async throws {
    try await giveEverythingAway()
    try close("$ROOT/store.sqlite", state)
    let note = "a prune of $ROOT does not keep these tools: cannot write $ROOT/store.sqlite"
    for command in [
      "lock --update", "lock --add-platform macos-arm64", "local greet system",
      "local --unset greet", "remove greet",
    ] {
      let before = projectTexts()
      let outcome = try await run("bootstrap \(command)")
      #expect(outcome.exitCode == 0, "\(command): \(outcome.standardError)")
      #expect(outcome.standardError.contains(note), "\(command): \(outcome.standardError)")
      if command != "lock --update" { #expect(projectTexts() != before) }
    }
  }

  @Test(arguments: ["444", "000", "owner"])
  func `nothing is installed if the store cannot be written`(_ state: String) async throws {
    try await giveEverythingAway()
    try close("$ROOT/store.sqlite", state)
    let before = projectTexts()
    let installs = sandbox.tree("$ROOT/installs")
    let remedy =
      state == "owner"
      ? "sudo chown \"$(id -un)\" $ROOT/store.sqlite*" : "chmod u+rw $ROOT/store.sqlite*"
    for command in ["add other", "install other", "install --force", "uninstall greet --force"] {
      let outcome = try await run("bootstrap \(command)")
      #expect(outcome.exitCode == 73, "\(command): \(outcome.standardError)")
      #expect(outcome.standardError.contains(remedy), "\(command): \(outcome.standardError)")
      #expect(!outcome.standardError.contains("is read-only"))
      #expect(projectTexts() == before)
      #expect(sandbox.tree("$ROOT/installs") == installs)
      #expect(sandbox.tree("$ROOT/staging").filter { !$0.hasPrefix(".lock") } == [])
    }
    let doctor = try await run("bootstrap doctor")
    #expect(doctor.exitCode == 1)
    #expect(doctor.standardOutput.contains(remedy), "\(doctor.standardOutput)")
  }

  @Test func `the remedy includes the files of SQLite beside the store`() async throws {
    try await giveEverythingAway()
    try close("$ROOT/store.sqlite", "444")
    for name in ["-wal", "-shm"] {
      try sandbox.write("$ROOT/store.sqlite\(name)", "")
      try sandbox.giveAway("$ROOT/store.sqlite\(name)")
      try close("$ROOT/store.sqlite\(name)", "444")
    }
    #expect(try await run("bootstrap install --force").exitCode == 73)
    // As the shell expands the remedy.
    for name in sandbox.tree("$ROOT").filter({ $0.hasPrefix("store.sqlite") }) {
      expect(try await run("/bin/chmod u+rw \(sandbox.path("$ROOT"))/\(name)"))
    }
    expect(try await run("bootstrap install --force --quiet"))
  }

  /// Takes the permissions of a file or folder, or gives it to root.
  private func close(_ path: String, _ state: String) throws {
    if state == "owner" {
      guard unsafe lchown(sandbox.path(path), 0, 0) == 0 else {
        throw CocoaError(.fileWriteNoPermission)
      }
      return
    }
    try sandbox.setPermissions(path, Int(state, radix: 8) ?? 0)
  }

  // MARK: Folders

  @Test(
    arguments: ["installs", "shims", "shims/.routes", "index", "downloads/sha256", "trust"],
    ["000", "555"])
  func `a closed folder is named with the remedy`(folder: String, state: String) async throws {
    if !sandbox.exists("$ROOT/\(folder)") { try sandbox.makeDirectory("$ROOT/\(folder)") }
    try await giveEverythingAway()
    try close("$ROOT/\(folder)", state)
    let before = projectTexts()
    let remedy = "chmod u+rwx $ROOT/\(folder)"
    for command in ["install --force", "add other"] {
      let outcome = try await run("bootstrap \(command)")
      #expect(outcome.exitCode == 73, "\(command): \(outcome.standardError)")
      #expect(outcome.standardError.contains(remedy), "\(command): \(outcome.standardError)")
      #expect(projectTexts() == before)
    }
    let doctor = try await run("bootstrap doctor")
    #expect(doctor.exitCode == 1)
    #expect(doctor.standardOutput.contains(remedy), "\(doctor.standardOutput)")
    #expect(!doctor.standardOutput.contains("chown"), "\(doctor.standardOutput)")
    try close("$ROOT/\(folder)", "755")
    expect(try await run("bootstrap install --force --quiet"))
  }

  @Test(arguments: ["installs", "installs/greet", "installation"])
  func `what is closed is not mistaken for what is missing`(place: String) async throws {
    try await giveEverythingAway()
    let folder = try place == "installation" ? installation : place
    try close("$ROOT/\(folder)", "000")
    let remedy = "chmod u+rwx $ROOT/\(folder)\n"
    for command in ["check", "which greet", "exec greet", "install --frozen"] {
      let outcome = try await run("bootstrap \(command)")
      #expect(outcome.exitCode == (command == "exec greet" ? 127 : 73), "\(command)")
      #expect(outcome.standardError.contains(remedy), "\(command): \(outcome.standardError)")
    }
    if place == "installation" { return }
    for command in ["list", "list --size", "prefix greet", "versions", "version"] {
      let outcome = try await run("bootstrap \(command)")
      #expect(outcome.exitCode == 73, "\(command)")
      #expect(outcome.standardError.contains(remedy), "\(command): \(outcome.standardError)")
    }
  }

  @Test(arguments: ["index", "downloads", "downloads/sha256"])
  func `the size of what is closed is not zero`(folder: String) async throws {
    try await giveEverythingAway()
    try close("$ROOT/\(folder)", "000")
    let outcome = try await run("bootstrap list --size")
    #expect(outcome.exitCode == 73)
    #expect(
      outcome.standardError.contains("chmod u+rwx $ROOT/\(folder)\n"),
      "\(outcome.standardError)")
  }

  @Test func `nothing is written if one installation is closed`() async throws {
    try await giveEverythingAway()
    try close("$ROOT/\(installation)", "000")
    let before = projectTexts()
    for command in ["update", "add other", "cache add"] {
      let outcome = try await run("bootstrap \(command)")
      #expect(outcome.exitCode == 73, "\(command)")
      #expect(
        outcome.standardError.contains("chmod u+rwx $ROOT/\(try installation)\n"),
        "\(command): \(outcome.standardError)")
      #expect(projectTexts() == before)
      #expect(!sandbox.exists("vendor"))
    }
  }

  /// The path of the installation of `greet` in the root.
  private var installation: String {
    get throws {
      let names = try FileManager.default.contentsOfDirectory(
        atPath: sandbox.path("$ROOT/installs/greet"))
      return "installs/greet/\(try #require(names.first { $0.hasPrefix("1.0-") }))"
    }
  }

  // MARK: Files

  @Test func `a closed download is named with the remedy`() async throws {
    try await giveEverythingAway()
    let name = try #require(sandbox.tree("$ROOT/downloads/sha256").first?.split(separator: " ")[0])
    try close("$ROOT/downloads/sha256/\(name)", "000")
    for command in ["verify --all", "install --force", "cache add"] {
      let outcome = try await run("bootstrap \(command)")
      #expect(outcome.exitCode == 73, "\(command)")
      #expect(
        outcome.standardError.contains("chmod u+rw $ROOT/downloads/sha256/\(name)\n"),
        "\(command): \(outcome.standardError)")
    }
    try close("$ROOT/downloads/sha256/\(name)", "644")
    expect(try await run("bootstrap install --force --quiet"))
  }

  /// What root has created with the umask 077.
  @Test(
    arguments: [
      ("config", "config set jobs 2"), (".config-lock", "config set jobs 2"),
      ("shims/.routes/greet", "install --force"), ("installs/greet", "check"),
    ])
  func `what root has created is taken over`(part: String, command: String) async throws {
    expect(try await sandbox.run(["bootstrap", "config", "set", "jobs", "3"]))
    try await giveEverythingAway()
    try close("$ROOT/\(part)", "owner")
    try close("$ROOT/\(part)", part.hasPrefix("installs") ? "700" : "600")
    let outcome = try await run("bootstrap \(command)")
    #expect(outcome.exitCode == 73, "\(outcome.standardError)")
    #expect(
      outcome.standardError.contains("sudo chown -R \"$(id -un)\" $ROOT\n"),
      "\(outcome.standardError)")
  }

  @Test func `a reader of the root cannot revoke`() async throws {
    expect(try await sandbox.run(["bootstrap", "install", "--quiet"]))
    try sandbox.makeDirectory("$ROOT/trust")
    try sandbox.setPermissions("$ROOT/trust", 0o700)
    try await sandbox.giveTreeAway("$HOME")
    expect(
      try await run("bootstrap trust --revoke"), exitCode: 73,
      error: """
        error: $ROOT belongs to another user
          owner     root
          try       set BOOTSTRAP_ROOT to a folder of your own
        """)
    let doctor = try await run("bootstrap doctor")
    #expect(doctor.standardOutput.contains("no: $ROOT belongs to another user"))
    #expect(!doctor.standardOutput.contains("chown"), "\(doctor.standardOutput)")
  }

  // MARK: Parts of others

  @Test(arguments: ["programs", "config", "version", "store.sqlite", "shims/.routes/greet"])
  func `doctor names parts that belong to somebody else or that others may write`(
    part: String
  ) async throws {
    expect(try await sandbox.run(["bootstrap", "install", "--quiet"]))
    if part == "programs" {
      try sandbox.makeDirectory("$ROOT/programs")
    } else if !sandbox.exists("$ROOT/\(part)") {
      try sandbox.write("$ROOT/\(part)", "")
    }
    try sandbox.setPermissions("$ROOT/\(part)", 0o777)
    let writable = try await sandbox.run(["bootstrap", "doctor"])
    #expect(
      writable.standardOutput.contains("chmod go-w $ROOT/\(part)"), "\(writable.standardOutput)")
    try sandbox.setPermissions("$ROOT/\(part)", 0o755)
    try sandbox.giveAway("$ROOT/\(part)")
    let owned = try await sandbox.run(["bootstrap", "doctor"])
    #expect(
      owned.standardOutput.contains("no: $ROOT/\(part) belongs to another user"),
      "\(owned.standardOutput)")
  }
}
