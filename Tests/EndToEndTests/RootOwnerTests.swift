import Foundation
import Sandboxes
import Testing

/// Roots that others have written to, or that belong to somebody else.
@Suite(.sandbox, .enabled(if: BuiltPrograms.has("bootstrap"), "the programs are not built"))
struct RootOwnerTests {
  private static let toolfile = """
    platforms "linux-x64", "linux-arm64", "macos-arm64"
    source "directory", "tools"
    tool "greet"

    """
  private static let canRunAsAnotherUser =
    getuid() == 0 && FileManager.default.isExecutableFile(atPath: "/usr/bin/setpriv")

  init() throws {
    try sandbox.makeDirectory(".git")
    try SampleFolder(["tool greet 1.0"]).write(to: "tools", in: sandbox)
    try sandbox.write("Toolfile", Self.toolfile)
  }

  /// Returns the command that runs `command` as another member of the root's group.
  private func asMember(_ command: String...) -> [String] {
    [
      "/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--groups=4242", "/bin/sh", "-c",
      "umask 002; exec \"$@\"", "sh",
    ] + command
  }

  /// Gives the project to the other user.
  private func giveProjectAway() throws {
    try sandbox.giveAway(".")
    for file in sandbox.tree(".").map({ $0.split(separator: " ")[0] }) {
      try sandbox.giveAway(String(file))
    }
  }

  // MARK: Links

  @Test(arguments: ["staging", "trash", "downloads", "index", "shims", "installs", "packages"])
  func `nothing is written or removed through a link in the root`(name: String) async throws {
    expect(try await sandbox.run(["bootstrap", "install", "--quiet"]))
    for file in ["guide.md", ".work.1-a", "17-old", "greet/1.0/notes"] {
      try sandbox.write("docs/\(file)", "kept\n")
    }
    let before = sandbox.tree("docs")
    if sandbox.exists("$ROOT/\(name)") { try sandbox.remove("$ROOT/\(name)") }
    try sandbox.makeLink("$ROOT/\(name)", to: sandbox.path("docs"))
    let message = """
      error: $ROOT/\(name) is a symbolic link, not a folder of the root
        target    $PROJECT/docs
        try       remove the link; to use another disk, set BOOTSTRAP_ROOT to a folder there
      """
    for command in ["install --force", "rehash", "trash empty", "uninstall greet"] {
      expect(
        try await sandbox.run(["bootstrap"] + command.split(separator: " ").map(String.init)),
        exitCode: 74, error: message)
    }
    // A prune that finds nothing to do changes nothing.
    for command in [
      "prune --yes", "lock --update", "cache list", "list --size", "check", "verify --all",
    ] {
      _ = try await sandbox.run(["bootstrap"] + command.split(separator: " ").map(String.init))
    }
    let doctor = try await sandbox.run(["bootstrap", "doctor"])
    #expect(doctor.exitCode == 1)
    #expect(
      doctor.standardOutput.contains("no: $ROOT/\(name) is a symbolic link"),
      "\(doctor.standardOutput)")
    #expect(sandbox.tree("docs") == before)
    try sandbox.remove("$ROOT/\(name)")
    expect(try await sandbox.run(["bootstrap", "install", "--quiet"]))
  }

  @Test func `exec reports what is in the place of the shims once`() async throws {
    expect(try await sandbox.run(["bootstrap", "install", "--quiet"]))
    try sandbox.remove("$ROOT/shims")
    try sandbox.write("$ROOT/shims", "")
    expect(
      try await sandbox.run(["bootstrap", "exec", "greet"]), output: "greet 1.0",
      error: """
        error: cannot use $ROOT/shims
          because   $ROOT/shims is a file, not a directory
          try       move it elsewhere, then run the same command again
        """)
  }

  @Test(arguments: ["staging/.lock", ".config-lock", "store.sqlite-wal", "store.sqlite.new-probe"])
  func `no file is written through a link in the root`(name: String) async throws {
    expect(try await sandbox.run(["bootstrap", "install", "--quiet"]))
    let text = String(repeating: "kept\n", count: 100)
    try sandbox.write("notes", text)
    if sandbox.exists("$ROOT/\(name)") { try sandbox.remove("$ROOT/\(name)") }
    try sandbox.makeLink("$ROOT/\(name)", to: sandbox.path("notes"))
    for command in ["install --force", "config set jobs 2", "rehash", "cache list"] {
      _ = try await sandbox.run(["bootstrap"] + command.split(separator: " ").map(String.init))
    }
    #expect(sandbox.text("notes") == text)
  }

  // MARK: Other users

  @Test(.enabled(if: canRunAsAnotherUser, "only root can become somebody else"))
  func `a setup whose list is named stops at the root, and one whose list is not at the consent`()
    async throws
  {
    try sandbox.write("Toolfile", "hook \"a\", once: true, run: \"echo >a\"\n")
    let digest = try await sandbox.run(["bootstrap", "trust", "--digest"])
    #expect(digest.exitCode == 0, "\(digest)")
    try giveProjectAway()
    try sandbox.giveAway("$HOME")
    let list = digest.standardOutput.trimmingCharacters(in: .whitespacesAndNewlines)
    for (trust, exitCode) in [(list, Int32(73)), (String(repeating: "0", count: 64), 77)] {
      for integration in [nil, "true"] {
        let outcome = try await sandbox.run(
          asMember("bootstrap", "setup", "--yes"),
          environment: ["BOOTSTRAP_TRUST": trust, "CI": integration])
        #expect(outcome.exitCode == exitCode, "\(outcome)")
      }
    }
    #expect(sandbox.text("a") == nil)
    #expect(!sandbox.exists("$ROOT/trust"))
  }

  @Test(.enabled(if: canRunAsAnotherUser, "only root can become somebody else"))
  func `a member of a group that may write leaves nothing in the root`() async throws {
    expect(try await sandbox.run(["bootstrap", "install", "--quiet"]))
    expect(try await sandbox.run(["/bin/chgrp", "-R", "4242", sandbox.path("$ROOT")]))
    // The programs are hard links that all tests share.
    expect(
      try await sandbox.run([
        "/usr/bin/find", sandbox.path("$ROOT"), "(", "-path", sandbox.path("$ROOT/bin"), "-o",
        "-path", sandbox.path("$ROOT/libexec"), ")", "-prune", "-o", "!", "-type", "l", "-exec",
        "/bin/chmod", "g+w", "{}", "+",
      ]))
    expect(try await sandbox.run(["/bin/chmod", "2775", sandbox.path("$ROOT")]))
    try giveProjectAway()
    let message = """
      error: $ROOT belongs to another user
        owner     root
        try       set BOOTSTRAP_ROOT to a folder of your own
      """
    for command in [
      "install --force", "rehash", "trash empty", "config set jobs 2",
      "uninstall greet", "global greet system",
    ] {
      expect(
        try await sandbox.run(
          asMember("bootstrap") + command.split(separator: " ").map(String.init)),
        exitCode: 73, error: message)
    }
    for command in ["cache list", "list --size", "verify", "lock --update", "check", "doctor"] {
      let outcome = try await sandbox.run(
        asMember("bootstrap") + command.split(separator: " ").map(String.init))
      // The files of the tool have other permissions now.
      let expected: Int32 = ["doctor", "verify"].contains(command) ? 1 : 0
      #expect(outcome.exitCode == expected, "\(command): \(outcome.standardError)")
    }
    expect(try await sandbox.run(asMember("greet")), output: "greet 1.0")
    let foreign = try await sandbox.run(
      ["/usr/bin/find", sandbox.path("$ROOT"), "!", "-uid", "0"])
    #expect(foreign.standardOutput == "")
    // The owner is told, and is not locked out.
    sandbox[variable: "CI"] = "true"
    let outcome = try await sandbox.run(["bootstrap", "install", "--force"])
    #expect(outcome.exitCode == 0, "\(outcome.standardError)")
    #expect(outcome.standardError.contains("warning: other users can change what your tools run"))
    let doctor = try await sandbox.run(["bootstrap", "doctor"])
    #expect(
      doctor.standardOutput.contains("no: other users can change what your tools run"),
      "\(doctor.standardOutput)")
  }

  @Test(.enabled(if: canRunAsAnotherUser, "only root can become somebody else"))
  func `a project is locked and pinned with a root that one may only read`() async throws {
    expect(try await sandbox.run(["bootstrap", "install", "--quiet"]))
    try sandbox.remove("Toolfile.lock")
    try giveProjectAway()
    let note = "a prune of $ROOT does not keep these tools, because you cannot change that root"
    for command in ["lock", "local greet system", "local --unset greet", "remove greet"] {
      let outcome = try await sandbox.run(
        asMember("bootstrap") + command.split(separator: " ").map(String.init))
      #expect(outcome.exitCode == 0, "\(command): \(outcome.standardError)")
      #expect(outcome.standardError.contains(note), "\(command): \(outcome.standardError)")
    }
    #expect(sandbox.text("Toolfile")?.contains("greet") == false)
    #expect(sandbox.text("Toolfile.lock")?.contains("greet") == false)
    expect(
      try await sandbox.run(asMember("bootstrap", "local", "--install", "greet", "1.0")),
      exitCode: 73,
      error: """
        error: $ROOT belongs to another user
          owner     root
          try       set BOOTSTRAP_ROOT to a folder of your own
        """)
    #expect(!sandbox.exists(".tool-version"))
  }
}
