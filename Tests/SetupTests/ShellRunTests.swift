import Filesystem
import Sandboxes
import Setup
import Testing

@Suite struct `A command line of the shell` {
  private let scratch: TemporaryDirectory

  init() throws { scratch = try TemporaryDirectory() }

  private func run(
    _ line: String, _ limits: ShellRun.Limits = .run
  ) async throws -> (end: ShellRun.End, output: String) {
    let run = ShellRun(
      line, in: scratch.path, Environment(["PATH": "/usr/bin:/bin"]), limits)
    return try await BlockingThread.result {
      var output: [UInt8] = []
      let end = try run.run { output += $0 }
      return (end, String(decoding: output, as: UTF8.self))
    }
  }

  @Test func `runs in its folder, with nothing on standard input`() async throws {
    let (end, output) = try await run("pwd; cat; echo $PWD")
    #expect(end == .code(0))
    #expect(output == "\(scratch.path)\n\(scratch.path)\n")
  }

  @Test func `ends at the first command that fails`() async throws {
    let (end, output) = try await run("echo one\nfalse\necho two")
    #expect(end == .code(1))
    #expect(output == "one\n")
  }

  @Test func `ends with a signal`() async throws {
    #expect(try await run("kill -KILL $$").end == .signal(9))
  }

  @Test func `is ended with all that it has started after its limit`() async throws {
    let limit = Duration.milliseconds(500)
    let line = "while :; do echo >>beats; sleep 0.05; done & wait"
    let (end, _) = try await run(line, .init(total: limit, silence: .seconds(600)))
    #expect(end == .timeLimit(limit, isSilence: false))
    #expect(try await hasEnded(writing: "beats"))
  }

  @Test func `is ended when it prints nothing for too long`() async throws {
    let limit = Duration.milliseconds(200)
    let (end, _) = try await run("sleep 600", .init(total: .seconds(600), silence: limit))
    #expect(end == .timeLimit(limit, isSilence: true))
  }

  @Test func `ends although a program that it leaves running keeps its output open`() async throws {
    let (end, _) = try await run("sleep 600 & echo $! >child")
    #expect(end == .code(0))
    _ = try await run("kill $(cat child)")
  }

  @Test func `is ended with its task`() async throws {
    let started = scratch.path.appending("started")
    let work = Task { try await run("touch started; sleep 600").end }
    while !started.exists { try await Task.sleep(for: .milliseconds(10)) }
    work.cancel()
    #expect(try await work.value == .interrupted)
  }

  /// Waits until nobody appends to a file anymore. A test cannot ask for a process by its id, which
  /// the system soon gives to another process or thread.
  private func hasEnded(writing name: String) async throws -> Bool {
    let file = scratch.path.appending(name)
    for _ in 0..<100 {
      let size = try file.status()?.size
      try await Task.sleep(for: .seconds(1))
      if try file.status()?.size == size { return true }
    }
    return false
  }
}
