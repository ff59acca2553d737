import Filesystem
import Layout
import Sandboxes
import Testing

/// What was built from source for another path or another system counts as not installed, for the
/// shim as for the main program.
@Suite(.sandbox) struct BuiltInstallationTests {
  private static let folder = "$ROOT/installs/ruff/1.0-\(Sandbox.contentID(providing: ["ruff"]))"
  private static let output = "ruff 1.0 0123456789ab: "

  /// Installs ruff with the receipt of a build.
  ///
  /// - Parameters:
  ///   - prefix: The path that it was built for.
  ///   - system: The system that it was built for.
  ///   - file: The name of the file that pins it.
  private func install(builtFor prefix: String, _ system: String, pinnedBy file: String) throws {
    try sandbox.install("ruff", "1.0")
    try sandbox.makeDirectory("\(Self.folder)/content")
    let id = Sandbox.contentID(providing: ["ruff"])
    let receipt = """
      receipt 2
      tool ruff 1.0 \(id)
      from directory linux-x64 zip sha256:\(String(repeating: "0", count: 64)) 1
      built \(system) \(sandbox.path(prefix))
      step make

      """
    try sandbox.write("\(Self.folder)/.receipt", receipt, mode: 0o755)
    try sandbox.write(
      file,
      file == ".tool-version" ? "ruff 1.0\n" : Sandbox.lock(.init(name: "ruff", version: "1.0")))
  }

  /// The shim, `exec`, and `which` for ruff.
  private static let commands = [
    ["ruff"], ["bootstrap", "exec", "ruff"], ["bootstrap", "which", "ruff"],
  ]

  /// The names of the seals of what was built.
  private var seals: [String] {
    get throws { try FilePath(sandbox.path("$ROOT/shims/.built")).entriesIfPresent() }
  }

  @Test(arguments: ["$ROOT", "$SANDBOX/alias"], [".tool-version", "Toolfile.lock"])
  func `it runs at its path, however that is written`(root: String, file: String) async throws {
    try sandbox.makeLink("$SANDBOX/alias", to: sandbox.root)
    let prefix = Self.folder.dropFirst("$ROOT".count)
    try install(
      builtFor: "\(root)\(prefix)/content", SystemInterface.current, pinnedBy: file)
    for command in Self.commands.dropLast() {
      expect(try await sandbox.run(command), output: Self.output)
    }
    #expect(try await sandbox.run(Self.commands[2]).ending == .exit(0))
  }

  @Test(arguments: [".tool-version", "Toolfile.lock"])
  func `once it is sealed, the shim needs no other program`(file: String) async throws {
    try install(builtFor: "\(Self.folder)/content", SystemInterface.current, pinnedBy: file)
    expect(try await sandbox.run(["ruff"]), output: Self.output)
    #expect(try seals.count == 1)
    try sandbox.remove("$ROOT/bin/bootstrap")
    expect(try await sandbox.run(["ruff"]), output: Self.output)
    // A receipt of another installation in the same place has another inode.
    let receipt = try #require(sandbox.text("\(Self.folder)/.receipt"))
    try sandbox.write("\(Self.folder)/.other", receipt, mode: 0o755)
    try sandbox.remove("\(Self.folder)/.receipt")
    try FilePath(sandbox.path("\(Self.folder)/.other"))
      .rename(to: FilePath(sandbox.path("\(Self.folder)/.receipt")))
    #expect(try await sandbox.run(["ruff"]).ending == .exit(127))
  }

  @Test(arguments: [".tool-version", "Toolfile.lock"])
  func `a copy of the root does not run it`(file: String) async throws {
    try install(builtFor: "\(Self.folder)/content", SystemInterface.current, pinnedBy: file)
    expect(try await sandbox.run(["ruff"]), output: Self.output)
    let copy = sandbox.path("$SANDBOX/copy")
    expect(try await sandbox.run(["cp", "-R", sandbox.root, copy]))
    let environment: [String: String?] = [
      "BOOTSTRAP_ROOT": copy, "PATH": "\(copy)/shims:\(copy)/bin:/usr/bin:/bin",
    ]
    try await expectRefusals(environment: environment)
    // The lock has no Toolfile beside it.
    if file == "Toolfile.lock" { return }
    let verification = try await sandbox.run(["bootstrap", "verify"], environment: environment)
    #expect(verification.ending == .exit(1))
    #expect(
      verification.standardError.contains("\nno: ruff 1.0 (.tool-version:1:1) is not installed\n"))
  }

  @Test(arguments: [".tool-version", "Toolfile.lock"])
  func `nothing runs it on another system`(file: String) async throws {
    try install(builtFor: "\(Self.folder)/content", "glibc-2.17", pinnedBy: file)
    try await expectRefusals()
    let explanation = try await sandbox.run(["bootstrap", "which", "-v", "ruff"]).standardError
    #expect(explanation.contains("1.0, which was built for glibc-2.17, not for "))
    #expect(try seals == [])
  }

  /// Expects that the shim, `exec`, and `which` report the tool as not installed, with the same
  /// command to run.
  private func expectRefusals(environment: [String: String?] = [:]) async throws {
    var messages: Set<String> = []
    for command in Self.commands {
      let outcome = try await sandbox.run(command, environment: environment)
      #expect(outcome.ending == .exit(127) && outcome.standardOutput.isEmpty, "\(outcome)")
      #expect(outcome.standardError.hasPrefix("error: ruff 1.0 is not installed\n"))
      // Only messages of a shim show the whole path of the pin.
      let lines = outcome.standardError.split(separator: "\n")
      messages.insert(lines.filter { !$0.hasPrefix("  asked by") }.joined(separator: "\n"))
    }
    #expect(messages.count == 1, "\(messages)")
  }
}
