import Foundation
import LoopbackServer
import Sandboxes
import Testing

/// Commands of several processes at once: settings, and installs by `exec` and `x`.
@Suite(.sandbox, .enabled(if: BuiltPrograms.has("bootstrap"), "the programs are not built"))
struct ConcurrentUseTests {
  /// The commands that install a missing version and then run it.
  private static let runs: [[String]] = [
    ["exec", "--install", "ruff"], ["x", "ruff@0.17"], ["x", "--newest", "ruff"],
  ]

  @Test(arguments: runs)
  func `several runs at once install a missing version once`(_ words: [String]) async throws {
    let index = try SampleIndex(in: sandbox)
    try index.publish("ruff 0.17.5")
    if words[0] == "exec" { try sandbox.write(".tool-version", "ruff 0.17.5\n") }
    let runs = try (0..<4).map { _ in try sandbox.start(["bootstrap"] + words) }
    for run in runs {
      let outcome = try await run.outcome()
      #expect(outcome.ending == .exit(0), "\(outcome.standardError)")
      #expect(outcome.standardOutput == "ruff 0.17.5\n")
    }
    // Requests with a range read the list of the members, before the download.
    let downloads = index.server.requests.filter {
      $0.path.hasSuffix(".whl") && $0.headers["range"] == nil
    }
    #expect(downloads.count == 1, "\(downloads)")
  }

  @Test func `an install waits for another one that builds the same tool`() async throws {
    let index = try SampleIndex(in: sandbox)
    try index.publish("archive /greet-1.0.tar.gz greet")
    let toolfile = """
      platforms "linux-x64", "linux-arm64"
      tool "greet", "1.0", url: "\(index.server.address())/greet-{version}.tar.gz",
        build: ["sleep 10", "mkdir -p $destdir$prefix/bin", "cp greet $destdir$prefix/bin/"]

      """
    try sandbox.write("Toolfile", toolfile)
    sandbox[variable: "CI"] = "1"
    expect(try await sandbox.run(["bootstrap", "lock", "--quiet"]))
    let first = try sandbox.start(["bootstrap", "install"])
    #expect(await first.reports("building greet 1.0, step 1"))
    let second = try sandbox.start(["bootstrap", "install"])
    let text =
      "waiting for process \(first.child.processID), which is building greet 1.0 for "
      + "`bootstrap install`\n"
    #expect(await second.reports(text))
    #expect(try await first.outcome().standardError.contains("installed greet 1.0 in "))
    let outcome = try await second.outcome()
    #expect(outcome.ending == .exit(0))
    #expect(outcome.standardError.hasPrefix(text))
    #expect(outcome.standardError.hasSuffix("\nnothing to do: 1 tool installed\n"))
    // No other line is left in the lock file.
    #expect(sandbox.text("$ROOT/staging/.lock")?.split(separator: "\n").count == 1)
  }

  @Test(arguments: runs)
  func `a command that runs after an install handles signals as usual`(
    _ words: [String]
  ) async throws {
    let index = try SampleIndex(in: sandbox)
    try index.publish("ruff 0.17.5 script=kill_-TERM_$$")
    if words[0] == "exec" { try sandbox.write(".tool-version", "ruff 0.17.5\n") }
    let outcome = try await sandbox.run(["bootstrap"] + words)
    #expect(outcome.ending == .signal(SIGTERM))
  }

  @Test func `two pushes at once share one root`() async throws {
    let index = try SampleIndex(in: sandbox)
    let registry = try RegistryServer()
    // The uploads of one process last while the other begins and ends.
    registry.state.withLock { $0.failures = Array(repeating: 503, count: 8) }
    let tools = (0..<6).map { "tool\($0)" }
    for tool in tools { try index.publish("\(tool) 1.0") }
    try sandbox.write("Toolfile", tools.map { "tool \"\($0)\", pypi: \"\($0)\"\n" }.joined())
    expect(try await sandbox.run(["bootstrap", "lock", "--quiet"]))
    let targets = [registry.repository, registry.repository + "-too"]
    let runs = try (targets + targets).map { target in
      try sandbox.start(["bootstrap", "mirror", "push", target])
    }
    for run in runs {
      let outcome = try await run.outcome()
      #expect(outcome.ending == .exit(0), "\(outcome.standardError)")
    }
    #expect(registry.state.withLock { $0.blobs.count } >= 3 * tools.count)
    // What only the registry needs is not kept, nor is the folder from which it was sent.
    let kept = sandbox.tree("$ROOT/downloads")
    #expect(!kept.contains { $0.contains("held") }, "\(kept)")
  }

  @Test func `no change of the settings is lost`() async throws {
    let tools = (0..<8).map { "tool-\($0)" }
    let runs = try tools.map { tool in
      try sandbox.start(["bootstrap", "config", "set", "system-version", tool, "/bin/\(tool)"])
    }
    for run in runs { #expect(try await run.outcome().ending == .exit(0)) }
    let lines = Set((sandbox.text("$ROOT/config") ?? "").split(separator: "\n").map(String.init))
    #expect(lines == Set(tools.map { "system-version \($0) /bin/\($0)" }))
  }

  @Test func `settings that are not UTF-8 are not rewritten`() async throws {
    let bytes = Array("# caf".utf8) + [0xe9] + Array("\njobs 3\n".utf8)
    try sandbox.write("$ROOT/config", bytes)
    expect(
      try await sandbox.run(["bootstrap", "config", "set", "jobs", "4"]), exitCode: 65,
      error: """
        error: $ROOT/config cannot be read
          because   it is not UTF-8 text
        """)
    #expect(FileManager.default.contents(atPath: sandbox.path("$ROOT/config")) == Data(bytes))
    expect(try await sandbox.run(["bootstrap", "config", "get", "jobs"]), output: "3")
  }
}
