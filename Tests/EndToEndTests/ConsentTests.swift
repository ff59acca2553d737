import Foundation
import LoopbackServer
import SampleWheels
import Sandboxes
import Testing

/// Tests of the user's consent to what a project's files ask for, beyond those in the transcripts.
@Suite(.sandbox, .enabled(if: BuiltPrograms.has("bootstrap"), "the programs are not built"))
struct ConsentTests {
  /// Starts an index with ruff 1.0 that is not the user's own, and writes a Toolfile that names it.
  private func writeForeignProject(_ folder: String = ".") throws -> SimpleIndex {
    let index = SimpleIndex(on: try LoopbackServer())
    index.publish(Wheel("ruff", "1.0", for: .host).program("ruff"))
    sandbox.atEnd { withExtendedLifetime(index) {} }
    try sandbox.write(
      "\(folder)/Toolfile",
      "platforms \"\(SamplePlatform.host.rawValue)\"\n"
        + "source \"pypi\", \"\(index.address)\"\ntool \"ruff\"\n")
    return index
  }

  /// Runs `bootstrap` in a terminal, in which the user types `answer`.
  private func runInTerminal(_ arguments: String, typing answer: String) async throws -> Outcome {
    try await sandbox.run(
      ["/usr/bin/script", "-qec", "bootstrap \(arguments)", "/dev/null"],
      environment: ["SHELL": "/bin/sh"], input: answer + "\n")
  }

  /// Whether script(1) of util-linux can run a command in a pseudo-terminal.
  private static let hasTerminal: Bool = {
    #if os(Linux)
      FileManager.default.isExecutableFile(atPath: "/usr/bin/script")
    #else
      false
    #endif
  }()

  @Test(.enabled(if: hasTerminal, "there is no script(1) of util-linux"), arguments: ["y", "YES"])
  func `a yes in a terminal is remembered, and the command goes on`(answer: String) async throws {
    _ = try writeForeignProject()
    let outcome = try await runInTerminal("install", typing: answer)
    #expect(outcome.exitCode == 0)
    #expect(outcome.standardOutput.contains("uses 1 thing that needs your consent:"))
    #expect(outcome.standardOutput.contains("installed ruff 1.0"))
    expect(try await sandbox.run(["ruff"]), output: "ruff 1.0")
    expect(try await sandbox.run(["bootstrap", "install", "--force", "--quiet"]))
  }

  @Test(
    .enabled(if: hasTerminal, "there is no script(1) of util-linux"), arguments: ["n", "", "x"])
  func `any other answer in a terminal means no`(answer: String) async throws {
    let index = try writeForeignProject()
    let outcome = try await runInTerminal("install", typing: answer)
    #expect(outcome.exitCode == 77)
    #expect(index.server.requests.isEmpty)
    #expect(try await runInTerminal("trust", typing: answer).exitCode == 77)
    #expect(try await sandbox.run(["bootstrap", "install"]).exitCode == 77)
  }

  @Test(.enabled(if: hasTerminal, "there is no script(1) of util-linux"))
  func `a program that appears after the consent is asked about when it is seen`() async throws {
    sandbox[variable: "BOOTSTRAP_SYSTEM_PATH"] = "/nonexistent"
    let index = SimpleIndex(on: try LoopbackServer())
    index.publish(Wheel("kit", "1.0", for: .host).program("helm").program("kubectl"))
    sandbox.atEnd { withExtendedLifetime(index) {} }
    sandbox[variable: "BOOTSTRAP_PYPI_INDEX"] = index.address
    func own(_ name: String) throws {
      try sandbox.write("$SANDBOX/system/\(name)", "#!/bin/sh\necho own\n", mode: 0o755)
    }
    try own("helm")
    try sandbox.write(
      "Toolfile",
      "platforms \"\(SamplePlatform.host.rawValue)\"\nsource \"pypi\"\ntool \"kit\"\n")
    let first = try await runInTerminal("install", typing: "y")
    #expect(first.exitCode == 0)
    #expect(first.standardOutput.contains("program   `helm` from kit (pypi kit), instead of"))
    // The question has named what is hidden.
    #expect(!first.standardOutput.contains("precedence"))
    expect(try await sandbox.run(["bootstrap", "exec", "helm"]), output: "helm 1.0")
    expect(try await sandbox.run(["bootstrap", "exec", "kubectl"]), output: "kubectl 1.0")
    try own("kubectl")
    let withheld = try await sandbox.run(["bootstrap", "exec", "kubectl"])
    #expect(withheld.exitCode == 127)
    #expect(withheld.standardError.contains("`kubectl` from kit (pypi kit), instead of"))
    #expect(try await sandbox.run(["bootstrap", "check"]).exitCode == 1)
    #expect(try await runInTerminal("trust", typing: "y").exitCode == 0)
    expect(try await sandbox.run(["bootstrap", "exec", "kubectl"]), output: "kubectl 1.0")
    expect(try await sandbox.run(["kubectl"]), output: "kubectl 1.0")
  }

  @Test(.enabled(if: hasTerminal, "there is no script(1) of util-linux"))
  func `a Toolfile that changes during the question is asked about again`() async throws {
    let first = try writeForeignProject()
    let second = try writeForeignProject("edited")
    // Types each answer when the question is on the screen.
    let outcome = try await sandbox.run(
      [
        "/bin/sh", "-c",
        """
        asked() { until [ "$(/bin/grep -c 'y/N' screen)" -ge "$1" ]; do /bin/sleep 0.05; done; }
        : >screen
        { asked 1; /bin/cp edited/Toolfile Toolfile; echo y; asked 2; echo n; } \
          | /usr/bin/script -qefc 'bootstrap install' screen
        """,
      ], environment: ["SHELL": "/bin/sh"])
    #expect(outcome.exitCode == 77)
    #expect(outcome.standardOutput.contains(first.address.dropLast()))
    #expect(outcome.standardOutput.contains(second.address.dropLast()))
    #expect(first.server.requests.isEmpty && second.server.requests.isEmpty)
  }

  @Test func `a Toolfile that changes after the question is asked about again`() async throws {
    _ = try writeForeignProject()
    try await sandbox.accept()
    let other = try writeForeignProject()
    #expect(try await sandbox.run(["bootstrap", "install"]).exitCode == 77)
    #expect(other.server.requests.isEmpty)
  }

  @Test func `a project that contains its own root cannot accept itself`() async throws {
    let index = try writeForeignProject()
    try await sandbox.accept()
    let record = try #require(sandbox.tree("$ROOT/trust").first)
    let text = try #require(sandbox.text("$ROOT/trust/\(record)"))
    // A checkout with the umask 077 gives files the mode 0600.
    sandbox[variable: "BOOTSTRAP_ROOT"] = sandbox.path("root")
    try sandbox.write("root/trust/\(record)", text, mode: 0o600)
    #expect(try await sandbox.run(["bootstrap", "lock"]).exitCode == 77)
    #expect(index.server.requests.isEmpty)
    let digest = try await sandbox.run(["bootstrap", "trust", "--digest"]).standardOutput
    expect(
      try await sandbox.run(
        ["bootstrap", "trust"],
        environment: ["BOOTSTRAP_TRUST": digest.split(separator: "\n").joined()]),
      exitCode: 77,
      error: """
        error: your consent to $PROJECT cannot be recorded
          because   the root $PROJECT/root is inside of it, so a record may have come with it
          run       export BOOTSTRAP_ROOT=<directory outside of the project>
        """)
  }

  @Test func `the user can accept what the pins in the home ask for`() async throws {
    let index = try SampleIndex(in: sandbox)
    sandbox.atEnd { withExtendedLifetime(index) {} }
    try index.publish("handy 1.0 programs=handy,ls")
    sandbox[variable: "BOOTSTRAP_ROOT"] = sandbox.path("$HOME/.bootstrap")
    try sandbox.define("handy", in: "$HOME/.bootstrap")
    try sandbox.write("$HOME/.tool-version", "handy 1.0\n")
    try await sandbox.accept(in: "$HOME")
    expect(try await sandbox.run(["bootstrap", "install", "--quiet"], in: "$HOME"))
    expect(try await sandbox.run(["bootstrap", "exec", "ls"], in: "$HOME"), output: "ls 1.0")
  }

  @Test func `a record of another project does not count`() async throws {
    _ = try writeForeignProject()
    try await sandbox.accept()
    let record = try #require(sandbox.tree("$ROOT/trust").first)
    let text = try #require(sandbox.text("$ROOT/trust/\(record)"))
    try sandbox.write("other/Toolfile", try #require(sandbox.text("Toolfile")))
    try sandbox.write("$ROOT/trust/\(record)", text + "x", mode: 0o600)
    #expect(try await sandbox.run(["bootstrap", "lock"], in: "other").exitCode == 77)
    expect(try await sandbox.run(["bootstrap", "lock", "--quiet"]))
    try sandbox.write(
      "$ROOT/trust/\(record)", text.replacing("/project\n", with: "/project/other\n"), mode: 0o600)
    #expect(try await sandbox.run(["bootstrap", "lock", "--update"]).exitCode == 77)
    #expect(try await sandbox.run(["bootstrap", "lock"], in: "other").exitCode == 77)
  }
}
