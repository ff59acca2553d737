import Foundation
import Sandboxes
import Testing

/// The isolation of sandboxes, and the outcomes of programs in them.
@Suite(.sandbox) struct SandboxTests {
  @Test func `a program sees only the sandbox's variables`() async throws {
    let outcome = try await sandbox.run(
      ["env"], environment: ["MORE": "yes", "TERM": nil])
    expect(
      outcome.sorted,
      output: """
        BOOTSTRAP_ROOT=$ROOT
        BOOTSTRAP_SYSTEM_PATH=$SANDBOX/system
        HOME=$HOME
        LC_ALL=C
        MORE=yes
        PATH=$ROOT/shims:$ROOT/bin:$SANDBOX/system
        SWIFT_BACKTRACE=enable=no
        TMPDIR=$SANDBOX/tmp
        """)
  }

  @Test func `streams, exit code and working directory are the program's`() async throws {
    try sandbox.makeDirectory("deep/er")
    let outcome = try await sandbox.run(
      ["sh", "-c", "pwd; cat; echo oh >&2; exit 3"], in: "deep/er", input: "typed\n")
    expect(outcome, exitCode: 3, output: "$PROJECT/deep/er\ntyped", error: "oh")
  }

  @Test func `a program that writes more than a pipe holds does not block`() async throws {
    let outcome = try await sandbox.run(["head", "-c", "3000000", "/dev/zero"])
    #expect(outcome.exitCode == 0)
    #expect(outcome.outputBytes.count == 3_000_000)
  }

  @Test func `a program that does not end is killed with its children`() async throws {
    let outcome = try await sandbox.run(
      ["sh", "-c", "sleep 600 & sleep 600"], timeLimit: .milliseconds(300))
    expect(outcome, .outOfTime)
  }

  @Test func `a signal is distinguished from an exit code`() async throws {
    let running = try sandbox.start(["sh", "-c", "echo ready >&2; exec sleep 600"])
    #expect(await running.reports("ready"))
    running.child.send(signal: SIGTERM)
    expect(try await running.outcome(), .signal(SIGTERM), error: "ready")
  }

  @Test func `exceeding the file size limit is a write error, not a signal`() async throws {
    let outcome = try await sandbox.run(
      ["sh", "-c", "head -c 100000 /dev/zero > big"], limits: ["-f", "8"])
    #expect(outcome.exitCode == 1)
    #expect(outcome.standardError.contains("File too large"))
  }

  @Test func `each test case has its own sandbox`() throws {
    #expect(sandbox.tree("$HOME") == ["project/"])
    try sandbox.write("here", "")
  }

  @Test func `a tree shows folders, files and link targets`() throws {
    try sandbox.write("a/b/file", "text")
    try sandbox.makeLink("a/link", to: sandbox.path("$ROOT/bin"))
    #expect(sandbox.tree(".") == ["a/", "a/b/", "a/b/file", "a/link -> $ROOT/bin"])
  }

  @Test func `an unexpected outcome is described`() async throws {
    let outcome = try await sandbox.run(["echo", "one"])
    #expect(outcome.mismatch(with: .exit(0), output: "one", error: "") == nil)
    #expect(
      outcome.mismatch(with: .exit(1), output: "two", error: "") == """
        `echo one`
        ended with exit(0), not exit(1)
        standard output:
          - two
          + one
        """)
  }
}
