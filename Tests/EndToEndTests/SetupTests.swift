import Foundation
import Sandboxes
import Testing

/// Tests of `setup` that a transcript cannot express: they need a terminal, git, or two processes.
@Suite(.sandbox, .enabled(if: BuiltPrograms.has("bootstrap"), "the programs are not built"))
struct SetupTests {
  private static let hasTerminal: Bool = {
    #if os(Linux)
      FileManager.default.isExecutableFile(atPath: "/usr/bin/script")
    #else
      false
    #endif
  }()

  private static let git = ["/usr/bin/git", "/usr/local/bin/git"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  /// Runs `bootstrap` in a terminal in which the user types `answer`.
  private func runInTerminal(_ arguments: String, typing answer: String) async throws -> Outcome {
    try await sandbox.run(
      ["/usr/bin/script", "-qec", "bootstrap \(arguments)", "/dev/null"],
      environment: ["SHELL": "/bin/sh"], input: answer + "\n")
  }

  private func writeHooks() throws {
    try sandbox.write(
      "Toolfile",
      """
      hook "one", check: "test -e one", run: "echo ran >>one"
      hook "two", after: "one", once: true, run: "echo ran >>two"

      """)
  }

  @Test(.enabled(if: hasTerminal, "there is no script(1) of util-linux"))
  func `one yes answers the plan and the consent, and the second run has nothing to do`()
    async throws
  {
    try writeHooks()
    let outcome = try await runInTerminal("setup", typing: "y")
    #expect(outcome.exitCode == 0, "\(outcome)")
    #expect(outcome.standardOutput.components(separatedBy: "[y/N]").count == 2)
    #expect(sandbox.text("one") == "ran\n")
    #expect(sandbox.text("two") == "ran\n")
    let second = try await sandbox.run(["bootstrap", "setup"])
    #expect(second.exitCode == 0, "\(second)")
    #expect(second.standardError == "nothing to do\n")
    #expect(sandbox.text("two") == "ran\n")
  }

  @Test(.enabled(if: hasTerminal, "there is no script(1) of util-linux"))
  func `any other answer runs nothing`() async throws {
    try writeHooks()
    #expect(try await runInTerminal("setup", typing: "n").exitCode == 77)
    #expect(sandbox.text("one") == nil)
    #expect(sandbox.text("two") == nil)
  }

  @Test(.enabled(if: hasTerminal, "there is no script(1) of util-linux"))
  func `--yes leaves only the question about consent`() async throws {
    try writeHooks()
    let outcome = try await runInTerminal("setup --yes", typing: "y")
    #expect(outcome.exitCode == 0, "\(outcome)")
    #expect(outcome.standardOutput.contains("Accept? [y/N]"))
    try await sandbox.accept()
    #expect(try await sandbox.run(["bootstrap", "setup", "--yes"]).exitCode == 0)
  }

  @Test(.enabled(if: git != nil, "there is no git"))
  func `a clone runs nothing before a yes, and is set up afterwards`() async throws {
    let git = try #require(Self.git)
    try sandbox.makeLink("$SANDBOX/system/git", to: git)
    let origin = "$SANDBOX/origin"
    try sandbox.write(
      "\(origin)/Toolfile",
      """
      hook "a", check: "test -e a", run: "echo >a"
      hook "b", once: true, run: "echo >b"

      """)
    let identity = ["-c", "user.name=x", "-c", "user.email=x@example.org"]
    for words in [["init", "-q"], ["add", "."], identity + ["commit", "-q", "-m", "x"]] {
      let outcome = try await sandbox.run([git] + words, in: origin)
      #expect(outcome.exitCode == 0, "\(outcome)")
    }
    let address = "file://\(sandbox.path(origin))"
    #expect(try await sandbox.run(["bootstrap", "setup", address]).exitCode == 77)
    #expect(sandbox.tree(".").isEmpty)
    let cloned = try await sandbox.run(["bootstrap", "setup", "--yes", address])
    #expect(cloned.exitCode == 77, "\(cloned)")
    #expect(sandbox.text("origin/Toolfile") != nil)
    #expect(sandbox.text("origin/a") == nil)
    #expect(cloned.standardError.contains("bootstrap -C origin trust"), "\(cloned)")
    // The same command continues in the clone.
    try await sandbox.accept(in: "origin")
    let again = try await sandbox.run(["bootstrap", "setup", "--yes", address])
    #expect(again.exitCode == 0, "\(again)")
    #expect(sandbox.text("origin/a") != nil && sandbox.text("origin/b") != nil)
    // A new clone in the same place has run nothing yet.
    try sandbox.remove("origin")
    let second = try await sandbox.run(["bootstrap", "setup", "--yes", address])
    #expect(second.exitCode == 0, "\(second)")
    #expect(sandbox.text("origin/a") != nil && sandbox.text("origin/b") != nil)
    let other = try await sandbox.run(
      ["bootstrap", "setup", "--yes", "https://example.org/team/origin.git"])
    #expect(other.exitCode == 73, "\(other)")
  }

  #if os(Linux)
    @Test(
      .enabled(if: git != nil, "there is no git"),
      .enabled(if: MountNamespace.isAvailable, "only root can mount a policy"))
    func `a policy judges the host to which the user's settings lead git`() async throws {
      try sandbox.makeLink("$SANDBOX/system/git", to: try #require(Self.git))
      try sandbox.write("$SANDBOX/etc/bootstrap/policy", "allow-host example.org\n", mode: 0o644)
      try sandbox.makeDirectory("$SANDBOX/system-etc")
      try sandbox.write(
        "$HOME/.gitconfig",
        "[url \"https://other.invalid/\"]\n\tinsteadOf = https://example.org/\n")
      sandbox.runCommands(
        by: MountNamespace.withConfiguration(
          from: sandbox.path("$SANDBOX/etc/bootstrap"),
          scratch: sandbox.path("$SANDBOX/system-etc")))
      let outcome = try await sandbox.run(
        ["bootstrap", "setup", "--yes", "https://example.org/team/app.git"])
      #expect(outcome.exitCode == 77, "\(outcome)")
      #expect(outcome.standardError.contains("forbids requests to other.invalid"), "\(outcome)")
      #expect(outcome.standardError.contains("/etc/bootstrap/policy:1: allow-host"), "\(outcome)")
      #expect(!sandbox.exists("app"))
    }
  #endif

  @Test(.enabled(if: hasTerminal, "there is no script(1) of util-linux"))
  func `a hook that asks on the terminal fails at once`() async throws {
    try sandbox.write("Toolfile", "hook \"a\", once: true, run: \"read -r x </dev/tty\"\n")
    try await sandbox.accept()
    let outcome = try await runInTerminal("setup --yes", typing: "y")
    #expect(outcome.exitCode == 1, "\(outcome)")
    #expect(outcome.standardOutput.contains("a hook has no terminal"), "\(outcome)")
  }

  @Test func `a setup waits for the hook that a killed one has left, and does not repeat it`()
    async throws
  {
    try sandbox.write(
      "Toolfile",
      """
      hook "slow", check: "test -e ~/done",
        run: "echo ran >>~/slow; while ! test -e ~/go; do sleep 0.05; done; echo >~/done"

      """)
    try await sandbox.accept()
    async let first = sandbox.run(
      ["sh", "-c", "bootstrap setup --yes & echo $! >~/process; wait $!"])
    while sandbox.text("$HOME/slow") == nil { try await Task.sleep(for: .milliseconds(20)) }
    _ = try await sandbox.run(["sh", "-c", "kill -9 $(cat ~/process)"])
    #expect(try await first.exitCode == 137)
    async let second = sandbox.run(["sh", "-c", "bootstrap setup --yes 2>~/second"])
    while !(sandbox.text("$HOME/second")?.contains("is still running (process") ?? false) {
      try await Task.sleep(for: .milliseconds(20))
    }
    try sandbox.write("$HOME/go", "")
    #expect(try await second.exitCode == 0)
    #expect(sandbox.text("$HOME/slow") == "ran\n")
  }

  @Test func `two setups at once run each step once, and the second reports that it waits`()
    async throws
  {
    try sandbox.write(
      "Toolfile",
      """
      hook "slow", once: true,
        run: ["echo ran >>~/slow", "while ! test -e ~/go; do sleep 0.05; done"]

      """)
    try await sandbox.accept()
    async let first = sandbox.run(["bootstrap", "setup", "--yes"])
    while sandbox.text("$HOME/slow") == nil { try await Task.sleep(for: .milliseconds(20)) }
    async let second = sandbox.run(["sh", "-c", "bootstrap setup --yes 2>~/second"])
    while !(sandbox.text("$HOME/second")?.contains("waiting for") ?? false) {
      try await Task.sleep(for: .milliseconds(20))
    }
    try sandbox.write("$HOME/go", "")
    #expect(try await first.exitCode == 0)
    #expect(try await second.exitCode == 0)
    #expect(sandbox.text("$HOME/slow") == "ran\n")
  }
}
