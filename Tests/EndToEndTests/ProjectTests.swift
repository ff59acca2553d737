import Foundation
import LoopbackServer
import SampleWheels
import Sandboxes
import Testing

/// The interaction of several projects, homes, and processes.
@Suite(.sandbox, .enabled(if: BuiltPrograms.has("bootstrap"), "the programs are not built"))
struct ProjectTests {
  private static let toolfile = """
    platforms "linux-x64", "linux-arm64", "macos-arm64"
    source "pypi"
    tool "ruff"

    """

  /// Creates an index with one version of ruff that prints `text`.
  private func index(printing text: String) throws -> SimpleIndex {
    let index = SimpleIndex(on: try LoopbackServer())
    for platform in [SamplePlatform.linuxX64, .linuxARM64, .macOSARM64] {
      index.publish(Wheel("ruff", "1.0", for: platform).program("ruff", script: "echo \(text)"))
    }
    return index
  }

  @Test func `projects that lock different contents of one version run their own`() async throws {
    for name in ["one", "two"] {
      let index = try index(printing: name)
      try sandbox.write("\(name)/Toolfile", Self.toolfile)
      let outcome = try await sandbox.run(
        ["bootstrap", "install", "--quiet"], in: name,
        environment: ["BOOTSTRAP_PYPI_INDEX": index.address])
      expect(outcome)
    }
    for name in ["one", "two", "one"] {
      expect(try await sandbox.run(["ruff"], in: name), output: name)
      expect(try await sandbox.run(["bootstrap", "exec", "ruff"], in: name), output: name)
    }
    // A pin without a lock uses the user's own sources. It does not use a project's installation.
    try sandbox.write("neither/.tool-version", "ruff 1.0\n")
    let outcome = try await sandbox.run(["ruff"], in: "neither")
    #expect(outcome.exitCode == 127)
    #expect(outcome.standardOutput == "")
  }

  @Test func `the lock does not depend on the home or root`() async throws {
    let index = try index(printing: "ruff")
    var locks: [String?] = []
    for name in ["one", "two"] {
      try sandbox.write("$HOME/\(name)/Toolfile", Self.toolfile)
      let outcome = try await sandbox.run(
        ["bootstrap", "lock", "--quiet"], in: "$HOME/\(name)",
        environment: [
          "BOOTSTRAP_PYPI_INDEX": index.address, "HOME": sandbox.path("$SANDBOX/home-\(name)"),
          "BOOTSTRAP_ROOT": sandbox.path("$SANDBOX/root-\(name)"),
        ])
      expect(outcome)
      locks.append(sandbox.text("$HOME/\(name)/Toolfile.lock"))
    }
    #expect(locks[0] != nil)
    #expect(locks[0] == locks[1])
  }

  @Test func `concurrent installs do the work only once`() async throws {
    let index = SimpleIndex(on: try LoopbackServer())
    for name in ["ruff", "ninja", "cmake"] {
      for platform in [SamplePlatform.linuxX64, .linuxARM64, .macOSARM64] {
        index.publish(Wheel(name, "1.0", for: platform).program(name))
      }
    }
    sandbox[variable: "BOOTSTRAP_PYPI_INDEX"] = index.address
    try sandbox.write("Toolfile", Self.toolfile + "tool \"ninja\"\ntool \"cmake\"\n")
    expect(try await sandbox.run(["bootstrap", "lock", "--quiet"]))
    index.server.forgetRequests()
    let running = try (0..<4).map { _ in
      try sandbox.start(["bootstrap", "install", "--quiet", "--frozen"])
    }
    for one in running { expect(try await one.outcome()) }
    expect(try await sandbox.run(["ninja"]), output: "ninja 1.0")
    let whole = index.server.requests.filter { $0.method == "GET" && $0.headers["range"] == nil }
    #expect(Set(whole.map(\.path)).count == whole.count)
    #expect(sandbox.tree("$ROOT/staging").filter { $0 != ".lock" } == [])
  }

  /// Starts an install that hangs in the middle of a download, so that a signal certainly arrives
  /// before the install ends.
  private func hangingInstall(
    _ command: [String]
  ) async throws -> (index: SimpleIndex, wheel: Wheel, running: Running) {
    let index = try index(printing: "ruff 1.0")
    let wheel = Wheel("ruff", "1.0", for: .host).program("ruff", script: "echo ruff 1.0")
    sandbox[variable: "BOOTSTRAP_PYPI_INDEX"] = index.address
    try sandbox.write("Toolfile", Self.toolfile)
    expect(try await sandbox.run(["bootstrap", "lock", "--quiet"]))
    index.server.serve(index.filePath(of: wheel), .file(wheel.bytes).stalled(after: 300))
    index.server.forgetRequests()
    let running = try sandbox.start(command)
    while index.server.requests.isEmpty, !running.child.hasEnded {
      try await Task.sleep(for: .milliseconds(5))
    }
    return (index, wheel, running)
  }

  @Test func `the next install completes a killed one`() async throws {
    let (index, wheel, running) = try await hangingInstall(["bootstrap", "install"])
    running.child.send(signal: SIGKILL, toGroup: true)
    #expect(try await running.outcome().ending == .signal(SIGKILL))
    #expect(sandbox.tree("$ROOT/installs") == [])

    index.server.serve(index.filePath(of: wheel), .file(wheel.bytes))
    #expect(try await sandbox.run(["bootstrap", "install"]).exitCode == 0)
    expect(try await sandbox.run(["ruff"]), output: "ruff 1.0")
    #expect(sandbox.tree("$ROOT/staging").filter { $0 != ".lock" } == [])
  }

  @Test func `an interrupted install reports it and leaves nothing behind`() async throws {
    let (_, _, running) = try await hangingInstall(["bootstrap", "install", "--quiet"])
    // timeout(1) also sends the signal twice at once: to the process and to its group.
    running.child.send(signal: SIGINT)
    running.child.send(signal: SIGINT, toGroup: true)
    expect(try await running.outcome(), exitCode: 130, error: "error: interrupted")
    #expect(sandbox.tree("$ROOT/installs") == [])
    #expect(sandbox.tree("$ROOT/staging").filter { $0 != ".lock" } == [])
    #expect(sandbox.tree("$ROOT/downloads").filter { !$0.hasSuffix("/") } == [])
  }

  @Test(
    .enabled(
      if: FileManager.default.isExecutableFile(atPath: "/usr/bin/strace"), "there is no strace"))
  func `an install with nothing to do opens no socket and changes nothing`() async throws {
    let index = try index(printing: "ruff")
    sandbox[variable: "BOOTSTRAP_PYPI_INDEX"] = index.address
    try sandbox.write("Toolfile", Self.toolfile)
    expect(try await sandbox.run(["bootstrap", "install", "--quiet"]))
    let before = sandbox.tree("$SANDBOX").filter { $0.hasPrefix("root/") || $0.hasPrefix("home/") }
    let outcome = try await sandbox.run([
      "/usr/bin/strace", "-f", "-qq", "-e", "trace=socket,connect", "-o",
      sandbox.path("$SANDBOX/trace"), "bootstrap", "install", "--quiet",
    ])
    expect(outcome)
    #expect(sandbox.text("$SANDBOX/trace")?.contains("socket(") == false)
    let after = sandbox.tree("$SANDBOX").filter { $0.hasPrefix("root/") || $0.hasPrefix("home/") }
    #expect(before == after)
  }
}
