import Foundation
import Sandboxes
import Testing

/// Commands whose standard streams are closed, full, or abandoned by their reader.
@Suite(.sandbox, .enabled(if: BuiltPrograms.has("bootstrap"), "the programs are not built"))
struct StreamTests {
  /// Locks a project with two tools.
  private func lockedProject() async throws {
    try SampleFolder(["tool greet 1.0", "tool part 1.0"]).write(to: "tools", in: sandbox)
    try sandbox.write(
      "Toolfile",
      """
      platforms "linux-x64", "linux-arm64", "macos-arm64"
      source "directory", "tools"
      tool "greet"
      tool "part"

      """)
    try sandbox.makeDirectory(".git")
    expect(try await sandbox.run(["bootstrap", "lock", "--quiet"]))
  }

  /// Runs a shell command.
  private func shell(_ command: String) async throws -> Outcome {
    try await sandbox.run(["sh", "-c", command])
  }

  @Test(arguments: ["1>&- 2>&-", "0<&- 1>&- 2>&-", "0<&-", "1>&-", "2>&-"])
  func `an install completes with closed streams`(_ closed: String) async throws {
    try await lockedProject()
    let outcome = try await shell("bootstrap install \(closed)")
    #expect(outcome.ending == .exit(0))
    expect(try await sandbox.run(["greet"]), output: "greet 1.0")
    expect(try await sandbox.run(["bootstrap", "check", "--quiet"]))
  }

  @Test func `an install completes when nobody reads its messages`() async throws {
    try await lockedProject()
    // The exit code of the install is that of the pipe's first program.
    expect(
      try await shell("{ bootstrap install 2>&1; echo $? > code; } | head -c0"))
    #expect(sandbox.text("code") == "0\n")
    expect(try await sandbox.run(["greet"]), output: "greet 1.0")
    expect(try await shell("{ bootstrap list; echo $? > code; } | head -c0"))
    #expect(sandbox.text("code") == "0\n")
  }

  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "there is no /dev/full"),
    arguments: [
      "list", "list --json", "which greet", "which --json greet", "root", "root --json",
      "check --json", "verify --json", "version", "versions", "help", "help install",
      "install --help", "list --help", "--version", "install --json", "lock --json",
      "trust --digest",
    ])
  func `a result that cannot be written is a failure`(_ command: String) async throws {
    try await lockedProject()
    expect(try await sandbox.run(["bootstrap", "install", "--quiet"]))
    expect(
      try await shell("bootstrap \(command) --quiet > /dev/full"), exitCode: 74,
      error: """
        error: the results could not be written to standard output
          because   No space left on device (write, errno 28)
        """)
  }

  @Test func `a result for a closed stream is a failure`() async throws {
    try await lockedProject()
    expect(
      try await shell("bootstrap root >&-"), exitCode: 74,
      error: """
        error: the results could not be written to standard output
          because   Bad file descriptor (write, errno 9)
        """)
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "there is no /dev/full"))
  func `an error keeps its exit code if it cannot be written`() async throws {
    expect(
      try await shell("bootstrap check --json > /dev/full"), exitCode: 66,
      error: """
        error: the results could not be written to standard output
          because   No space left on device (write, errno 28)
        """)
  }
}
