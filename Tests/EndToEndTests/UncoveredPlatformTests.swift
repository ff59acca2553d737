import Manifests
import Sandboxes
import Testing
import Vocabulary

/// A project whose lock does not cover the platform of this machine.
@Suite(.sandbox, .enabled(if: BuiltPrograms.has("bootstrap"), "the programs are not built"))
struct UncoveredPlatformTests {
  /// Locks two tools for another platform, one of which the project also limits to it.
  private func lockedProject() async throws {
    try SampleFolder(["tool greet 1.0 linux-x64-musl", "tool words 1.0 linux-x64-musl"])
      .write(to: "tools", in: sandbox)
    try sandbox.write(
      "Toolfile",
      """
      platforms "linux-x64-musl"
      source "directory", "tools"
      tool "greet"
      tool "words", platforms: ["linux-x64-musl"]

      """)
    expect(try await sandbox.run(["bootstrap", "lock", "--quiet"]))
    for name in ["greet", "words"] {
      try sandbox.write("$SANDBOX/system/\(name)", "#!/bin/sh\necho system\n", mode: 0o755)
    }
  }

  private let error = """
    error: the lock does not cover \(Platform.current)
      asked by  Toolfile.lock
      covers    linux-x64-musl
      run       bootstrap lock --add-platform \(Platform.current)
    """

  @Test(arguments: [
    ("exec greet", 127), ("exec --install greet", 127), ("exec true", 127), ("which greet", 80),
    ("list", 80), ("version", 80), ("version greet", 80), ("prefix greet", 80), ("prefix", 80),
    ("install", 80),
  ])
  func `a command that needs the tools names the platform to add`(
    command: String, exitCode: Int32
  ) async throws {
    try await lockedProject()
    let words = command.split(separator: " ").map(String.init)
    expect(
      try await sandbox.run(["bootstrap"] + words), exitCode: exitCode, error: error)
  }

  @Test func `the platform can be added as the message says`() async throws {
    try await lockedProject()
    // No program of the system has this name, so it needs no consent.
    try sandbox.remove("$SANDBOX/system/greet")
    let platform = Platform.current.rawValue
    try SampleFolder([
      "tool greet 1.0 linux-x64-musl \(platform)", "tool words 1.0 linux-x64-musl",
    ]).write(to: "tools", in: sandbox)
    expect(
      try await sandbox.run(["bootstrap", "lock", "--quiet", "--add-platform", platform]))
    expect(try await sandbox.run(["bootstrap", "install", "--quiet"]))
    expect(try await sandbox.run(["greet"]), output: "greet 1.0")
    // A tool that the project limits to other platforms is passed over.
    expect(try await sandbox.run(["words"]), output: "system")
  }

  @Test func `a name that the lock does not state is not affected`() async throws {
    try await lockedProject()
    let outcome = try await sandbox.run(["bootstrap", "which", "words"])
    #expect(outcome.exitCode == 0)
    #expect(outcome.standardOutput.hasSuffix("/system/words\n"))
  }
}
