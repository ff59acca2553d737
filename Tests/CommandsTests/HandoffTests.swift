import Sandboxes
import Testing

/// The arguments that `bootstrap` passes to `bootstrap-change`, here a script that prints them.
@Suite(.sandbox) struct HandoffTests {
  /// The text that the script prints before its arguments.
  private static let handOver = "handed over:"

  /// Runs `bootstrap` with the script in place of `bootstrap-change`.
  private func bootstrap(_ words: [String]) async throws -> Outcome {
    // This path is a link to the built program, so it is removed first. Writing to the link would
    // overwrite the program.
    try sandbox.remove("$ROOT/libexec/bootstrap-change")
    try sandbox.write(
      "$ROOT/libexec/bootstrap-change",
      "#!/bin/sh\nprintf '\(Self.handOver)'; printf ' <%s>' \"$@\"; echo; exit 7\n", mode: 0o755)
    return try await sandbox.run(["bootstrap"] + words)
  }

  private static let handedOver: [[String]] = [
    ["lock"], ["init"], ["local", "ruff", "1.0"], ["uninstall", "ruff"], ["verify", "--all"],
    ["rehash"], ["help", "list"], ["--help"], ["lock", "--help"], ["nonsense", "--bogus"],
    ["--json", "-C", "/", "lock", "--update", "a b", ""], ["install", "ruff@1.0"],
    ["install", "--force"], ["why", "ruff@1.0"],
  ]

  @Test(arguments: handedOver)
  func `commands of the other program are handed over verbatim`(_ words: [String]) async throws {
    let outcome = try await bootstrap(words)
    #expect(
      outcome.standardOutput
        == Self.handOver + words.map { " <\(sandbox.redacted($0))>" }.joined() + "\n")
    #expect(outcome.standardError == "")
    #expect(outcome.exitCode == 7)
  }

  @Test func `running without arguments is handed over`() async throws {
    #expect(try await bootstrap([]).standardOutput == "\(Self.handOver) <>\n")
  }

  private static let answered: [([String], Int32)] = [
    (["root"], 0), (["root", "--help"], 0), (["--version"], 0), (["install", "--help"], 0),
    (["list", "--bogus"], 64), (["--bogus"], 64), (["install", "--jobs", "0"], 64),
    (["install"], 66), (["check"], 66), (["which", "nothing"], 127), (["exec", "nothing"], 127),
    (["shim-exec", "/r/shims/nothing", "nothing"], 127),
  ]

  @Test(arguments: answered)
  func `commands that it can complete are not handed over`(
    _ words: [String], _ code: Int32
  ) async throws {
    let outcome = try await bootstrap(words)
    #expect(outcome.exitCode == code, "\(outcome.standardError)")
    #expect(!outcome.standardOutput.contains(Self.handOver))
  }

  @Test func `a missing helper program is reported`() async throws {
    try sandbox.remove("$ROOT/libexec/bootstrap-change")
    let outcome = try await sandbox.run(["bootstrap", "lock"])
    #expect(outcome.exitCode == 70, "\(outcome)")
    #expect(outcome.standardError.contains("$ROOT/libexec/bootstrap-change is missing"))
  }
}
