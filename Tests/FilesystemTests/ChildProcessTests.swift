import Filesystem
import Foundation
import Sandboxes
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite struct ChildProcessTests {
  private let environment = Environment(["PATH": "/usr/bin:/bin", "WORD": "set"])

  /// Returns the standard output of a shell script, or `nil` if the script fails.
  private func shell(_ script: String, limit: Int = 1000) throws -> String? {
    try ChildProcess.output(
      of: "/bin/sh", arguments: ["-c", script, "a b"], environment: environment, limit: limit
    ).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `a program starts in the root folder with the given environment and no input`()
    throws
  {
    #expect(try shell(#"pwd; echo "$0 $WORD"; cat; echo lost >&2"#) == "/\na b set\n")
  }

  @Test func `a program is started as soon as nothing holds it open for writing`() throws {
    let scratch = try TemporaryDirectory()
    let program = scratch.path.appending("program")
    try program.replaceContents(with: "#!/bin/sh\necho ran\n".utf8, permissions: 0o755)
    // Without O_CLOEXEC, a child process of another test would keep the file open while it runs.
    let descriptor = unsafe open(program.string, O_WRONLY | O_CLOEXEC)
    try #require(descriptor >= 0)
    // A task might have to wait for other tests.
    Thread.detachNewThread {
      usleep(50_000)
      close(descriptor)
    }
    let output = try ChildProcess.output(
      of: program, arguments: [], environment: Environment([:]), limit: 100)
    #expect(output == Array("ran\n".utf8))
  }

  @Test(arguments: ["exit 3", "kill -9 $$", "yes"])
  func `a program that fails or prints too much yields no output`(script: String) throws {
    #expect(try shell(script) == nil)
  }

  @Test(arguments: [("exit 0", 0), ("exit 74", 74), ("kill -9 $$", nil)] as [(String, Int32?)])
  func `a program that was run has its exit code`(script: String, code: Int32?) throws {
    let ended = try ChildProcess.run(
      "/bin/sh", arguments: ["sh", "-c", script].map { Array($0.utf8) }, environment: environment,
      output: .standardError)
    #expect(ended == code)
  }

  @Test func `a missing program is an error`() {
    let failure = code { () throws(FileError) in
      _ = try ChildProcess.output(
        of: "/none", arguments: [], environment: environment, limit: 10)
    }
    #expect(failure == ENOENT)
  }

  @Test func `a process is replaced by another program with the given name`() async {
    await #expect(processExitsWith: .exitCode(7)) {
      try ChildProcess.replace(
        with: "/bin/sh",
        arguments: ["named", "-c", #"test "$WORD" = yes && exit 7"#].map { Array($0.utf8) },
        environment: Environment(["WORD": "yes"]))
    }
  }

  @Test func `a process that cannot be replaced continues`() {
    var failure: FileError?
    do throws(FileError) {
      try ChildProcess.replace(with: "/dev/null", arguments: [], environment: environment)
    } catch {
      failure = error
    }
    #expect(failure == FileError(.execve, "/dev/null", code: EACCES))
  }
}
