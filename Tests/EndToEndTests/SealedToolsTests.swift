import Filesystem
import Foundation
import Sandboxes
import Testing
import Vocabulary

/// The seal by which `exec`, `env`, and the direct mode know the tools of a project without reading
/// its whole lock. They must answer as they do without the seal.
@Suite(.sandbox, .enabled(if: BuiltPrograms.has("bootstrap"), "the programs are not built"))
struct SealedToolsTests {
  private static let toolfile = """
    source "directory", "tools"
    tool "greet", "1.0"
    tool "other", "1.0"
    tool "spare", "1.0"

    """

  init() throws {
    try sandbox.makeDirectory(".git")
    let lines = ["greet 1.0", "greet 2.0", "other 1.0", "spare 1.0"].map { "tool \($0)" }
    try SampleFolder(lines).write(to: "tools", in: sandbox)
    try sandbox.write("Toolfile", Self.toolfile)
  }

  func install() async throws {
    expect(try await sandbox.run(["bootstrap", "install", "--quiet"]))
  }

  private var seals: [String] {
    sandbox.tree("$ROOT/shims/.projects").map { "$ROOT/shims/.projects/\($0)" }
  }

  /// Removes the lines about `spare` from the seal, so that the answers show whether it is used.
  func markSeal() throws {
    let seal = try #require(seals.first)
    let text = try #require(sandbox.text(seal))
    let lines = text.split(separator: "\n").filter { !$0.contains("spare") }
    try sandbox.write(seal, lines.map { $0 + "\n" }.joined())
  }

  /// The commands that use the seal.
  static let commands = [
    ["env", "--json"], ["direct-path", "bash"], ["exec", "greet"], ["exec", "other"],
    ["exec", "sh", "-c", "echo $PATH"], ["exec", "missing"],
  ]

  private func answers(to commands: [[String]], _ prefix: [String]) async throws -> [String] {
    var answers: [String] = []
    for command in commands {
      let outcome = try await sandbox.run(prefix + ["bootstrap"] + command)
      answers.append("\(command): \(outcome.exitCode ?? -1)\n\(outcome.standardOutput)")
      answers.append(outcome.standardError)
    }
    return answers
  }

  /// Returns the answers with the seal and without it: for each command, what it prints, and its
  /// errors.
  ///
  /// - Parameters:
  ///   - commands: The commands.
  ///   - prefix: The words in front of each command.
  func bothAnswers(
    to commands: [[String]] = commands, after prefix: [String] = []
  ) async throws -> (sealed: [String], unsealed: [String]) {
    let sealed = try await answers(to: commands, prefix)
    for seal in seals { try sandbox.remove(seal) }
    return (sealed, try await answers(to: commands, prefix))
  }

  @Test func `the answers are the same without the seal`() async throws {
    try await install()
    let (sealed, unsealed) = try await bothAnswers()
    #expect(sealed == unsealed)
    #expect(sealed.contains("[\"exec\", \"other\"]: 0\nother 1.0\n"))
  }

  @Test func `exec, env, and the direct mode use the seal`() async throws {
    try await install()
    try markSeal()
    let (sealed, unsealed) = try await bothAnswers()
    for (command, (sealed, unsealed)) in ["env", "direct-path", "greet", "other", "sh"]
      .enumerated().map({ ($1, (sealed[2 * $0], unsealed[2 * $0])) })
    {
      #expect(unsealed.contains("spare") == ["env", "direct-path", "sh"].contains(command))
      #expect(!sealed.contains("spare"), "\(command)")
    }
  }

  private static let changes: [(name: String, make: @Sendable () throws -> Void)] = [
    ("a pin file", { try sandbox.write(".tool-version", "greet 2.0\n") }),
    ("a pin file above", { try sandbox.write("$HOME/.tool-version", "greet 2.0\n") }),
    ("a file of another version manager", { try sandbox.write(".tool-versions", "greet 2.0\n") }),
    ("global pins", { try sandbox.write("$ROOT/version", "more 1.0\n") }),
    ("a variable", { sandbox[variable: "BOOTSTRAP_GREET_VERSION"] = "2.0" }),
    ("a group", { sandbox[variable: "BOOTSTRAP_GROUPS"] = "docs" }),
    ("an edited Toolfile", { try sandbox.write("Toolfile", toolfile + "tool \"more\"\n") }),
    (
      "an edited lock",
      {
        let lock = try #require(sandbox.text("Toolfile.lock"))
        try sandbox.write("Toolfile.lock", lock.replacing("greet 1.0", with: "greet 2.0"))
      }
    ),
    ("no lock", { try sandbox.remove("Toolfile.lock") }),
    ("no tool", { try sandbox.remove("$ROOT/installs/greet") }),
    ("no installation", { try sandbox.remove(try installation(of: "greet")) }),
    (
      "a file in place of an installation",
      {
        let folder = try installation(of: "greet")
        try sandbox.remove(folder)
        try sandbox.write(folder, "")
      }
    ),
    ("a link to no pin file", { try sandbox.makeLink(".tool-version", to: "none") }),
    ("a link to no pin file above", { try sandbox.makeLink("$HOME/.tool-version", to: "none") }),
    ("a link to no file of others", { try sandbox.makeLink(".tool-versions", to: "none") }),
  ]

  static func installation(of tool: String) throws -> String {
    let paths = sandbox.tree("$ROOT/installs/\(tool)")
    let folder = try #require(
      paths.compactMap { $0.split(separator: "/").first }.first { $0.hasPrefix("1.0-") })
    return "$ROOT/installs/\(tool)/\(folder)"
  }

  @Test(arguments: changes.indices)
  func `commands see a change of what the seal covers`(_ index: Int) async throws {
    try await install()
    try markSeal()
    try Self.changes[index].make()
    let (sealed, unsealed) = try await bothAnswers()
    #expect(sealed == unsealed, "\(Self.changes[index].name)")
  }

  @Test(arguments: ["/bin/greet", "/bin"])
  func `the answers are the same without a program`(_ path: String) async throws {
    try await install()
    try sandbox.remove(try Self.installation(of: "greet") + path)
    let (sealed, unsealed) = try await bothAnswers()
    #expect(sealed == unsealed)
    #expect(sealed.contains { $0.contains("greet 1.0 is damaged") })
    let outcome = try await sandbox.run(["bootstrap", "check"])
    #expect(outcome.exitCode == 1)
  }

  private static let wrongLines: [(line: String, isFirst: Bool)] = [
    ("file ../../outside/bin/greet", false), ("view ../../outside", true),
    // The line is valid, but not in this place.
    ("mode direct", false),
  ]

  @Test(arguments: wrongLines)
  func `a seal that leads out of the root or has another order is not used`(
    _ wrong: (line: String, isFirst: Bool)
  ) async throws {
    try await install()
    try markSeal()
    try sandbox.write("$SANDBOX/outside/bin/greet", "#!/bin/sh\n", mode: 0o755)
    let seal = try #require(seals.first)
    var lines = try #require(sandbox.text(seal)).split(separator: "\n").map(String.init)
    lines.insert(wrong.line, at: wrong.isFirst ? 1 : lines.count - 1)
    try sandbox.write(seal, lines.map { $0 + "\n" }.joined())
    let (sealed, unsealed) = try await bothAnswers()
    #expect(sealed == unsealed)
  }

  @Test func `exec recreates a missing shim`() async throws {
    try await install()
    try sandbox.remove("$ROOT/shims/greet")
    expect(try await sandbox.run(["bootstrap", "exec", "other"]), output: "other 1.0")
    #expect(sandbox.exists("$ROOT/shims/greet"))
  }

  /// The times of the last uses of all tools.
  private func lastUses() throws -> [Int64] {
    try receipts().map { try #require(try FilePath(sandbox.path($0)).status()?.modified) }
  }

  private func receipts() throws -> [String] {
    let receipts = sandbox.tree("$ROOT/installs").filter { $0.hasSuffix("/.receipt") }
    try #require(receipts.count == 3)
    return receipts.map { "$ROOT/installs/\($0)" }
  }

  private func forgetUses() throws {
    for receipt in try receipts() {
      try FilePath(sandbox.path(receipt)).setModified(secondsSince1970: 0)
    }
  }

  @Test func `the last uses of all tools are recorded once a day`() async throws {
    try await install()
    let now = Int64(Date().timeIntervalSince1970)
    let command = ["bootstrap", "exec", "true"]
    expect(try await sandbox.run(command))
    #expect(try lastUses().allSatisfy { $0 >= now })
    try forgetUses()
    expect(try await sandbox.run(command))
    #expect(try lastUses() == [0, 0, 0])
    let seal = FilePath(sandbox.path(try #require(seals.first)))
    try seal.setModified(secondsSince1970: now - 86_400)
    expect(try await sandbox.run(command))
    #expect(try lastUses().allSatisfy { $0 >= now })
    // A new installation was never used, so it does not count as used today.
    expect(try await sandbox.run(["bootstrap", "install", "--force", "--quiet"]))
    #expect(try lastUses() == [0, 0, 0])
    #expect(try await sandbox.run(["bootstrap", "direct-path", "bash"]).exitCode == 0)
    #expect(try lastUses().allSatisfy { $0 >= now })
  }

  @Test func `a view stands for many tools`() async throws {
    var toolfile = "source \"directory\", \"tools\"\n"
    var index = "index 1\n"
    for number in 1...300 {
      let tool = "tool-\(number)"
      let text = "#!/bin/sh\necho \(tool)\n"
      toolfile += "tool \"\(tool)\"\n"
      index +=
        "artifact \(tool) 1.0 any raw sha256:\(SHA256Digest(of: text).hexadecimal)"
        + " \(text.utf8.count) \(tool) provides \(tool)\n"
      try sandbox.write("tools/\(tool)", text, mode: 0o644)
    }
    try sandbox.write("Toolfile", toolfile)
    try sandbox.write("tools/index", index, mode: 0o644)
    try await install()
    let view = try #require(sandbox.tree("$ROOT/views").first { $0.hasSuffix("/") })
    let (sealed, unsealed) = try await bothAnswers()
    #expect(sealed == unsealed)
    #expect(sealed[0].contains("views/\(view.dropLast())"))
    // Without a program, its link in the view leads nowhere.
    try await install()
    try sandbox.remove(try Self.installation(of: "tool-9") + "/bin/tool-9")
    let (damaged, expected) = try await bothAnswers(
      to: [["exec", "tool-9"], ["exec", "tool-8"], ["env", "--json"]])
    #expect(damaged == expected)
    #expect(damaged[1].contains("tool-9 1.0 is damaged"), "\(damaged[1])")
    #expect(damaged[2].hasSuffix("0\ntool-8\n"))
    // A rehash removes a view that `verify` finds changed.
    try await install()
    for change in ["echo junk >>.tools", "/bin/ln -sf other tool-9"] {
      expect(try await sandbox.run(["bootstrap", "exec", "tool-7"]), output: "tool-7")
      let edit = try await sandbox.run(
        ["sh", "-c", "cd \"$BOOTSTRAP_ROOT\"/views/*/ && \(change)"])
      #expect(edit.exitCode == 0, "\(edit)")
      let found = try await sandbox.run(["bootstrap", "verify"])
      #expect(found.standardError.contains("bootstrap rehash"), "\(change): \(found)")
      #expect(try await sandbox.run(["bootstrap", "rehash"]).exitCode == 0)
      #expect(try await sandbox.run(["bootstrap", "verify"]).exitCode == 0, "\(change)")
    }
    // Without the view, another one is made.
    try sandbox.remove("$ROOT/views")
    expect(try await sandbox.run(["bootstrap", "exec", "tool-7"]), output: "tool-7")
    try sandbox.remove("$ROOT/installs/tool-8")
    let outcome = try await sandbox.run(["bootstrap", "exec", "tool-7"])
    #expect(outcome.exitCode == 127)
    #expect(outcome.standardError.contains("tool-8 1.0 is not installed"), "\(outcome)")
  }
}
