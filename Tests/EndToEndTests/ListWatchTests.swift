import Foundation
import LoopbackServer
import Sandboxes
import Snapshots
import Testing

/// Tests `list --watch` while other processes run commands.
@Suite(.sandbox, .enabled(if: BuiltPrograms.has("bootstrap"), "the programs are not built"))
struct ListWatchTests {
  /// One line of the output.
  private struct Line: Decodable {
    struct Tool: Decodable, Equatable {
      let name: String
      let version: String?
      let stage: String
      let received: Int?
      let size: Int?
      let line: Int?
    }

    let change: String?
    let at: Int?
    let tool: Tool?
    let error: Failure?

    struct Failure: Decodable {
      let code: String
    }
  }

  /// Locks a project with two tools. The download of `part` stops after 100 bytes until
  /// ``complete(_:)`` is called.
  private func lockedProject() async throws -> SampleIndex {
    let index = try SampleIndex(in: sandbox)
    for tool in ["greet 1.0", "part 2.0"] { try index.publish(tool) }
    try sandbox.write(
      "Toolfile",
      """
      platforms "linux-x64", "linux-arm64", "macos-arm64"
      source "pypi"
      tool "greet"
      tool "part"

      """)
    expect(try await sandbox.run(["bootstrap", "lock", "--quiet"]))
    try index.publish("again part 2.0 reply=stalled@100")
    return index
  }

  /// Serves the whole download of `part`. The server would stop only after more bytes than any file
  /// has.
  private func complete(_ index: SampleIndex) throws {
    try index.publish("again part 2.0 reply=stalled@1000000")
  }

  private func lines(_ watch: Running) throws -> [Line] {
    // The last piece is an incomplete line or empty.
    try watch.outputSoFar.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map {
      try JSONDecoder().decode(Line.self, from: Data($0.utf8))
    }
  }

  /// Returns the tools that the output so far describes.
  private func tools(_ watch: Running) throws -> [Line.Tool] {
    var tools: [Line.Tool] = []
    for line in try lines(watch) {
      guard let tool = line.tool, let position = line.at else { continue }
      switch line.change {
      case "inserted": tools.insert(tool, at: position)
      case "removed": #expect(tools.remove(at: position).name == tool.name)
      default:
        #expect(tools[position].name == tool.name)
        tools[position] = tool
      }
    }
    return tools
  }

  /// Waits until the output describes tools that `isExpected` accepts.
  private func wait(
    for watch: Running, _ isExpected: ([Line.Tool]) -> Bool,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let limit = ContinuousClock.now + .seconds(120)
    while !isExpected(try tools(watch)) {
      if watch.child.hasEnded || ContinuousClock.now > limit {
        Issue.record(
          "\(watch.outputSoFar)\(watch.errorSoFar)", sourceLocation: sourceLocation)
        return
      }
      try await Task.sleep(for: .milliseconds(10))
    }
  }

  @Test func `a watch in a pipe prints a line for each change`() async throws {
    let index = try await lockedProject()
    let watch = try sandbox.start(["bootstrap", "list", "--watch"])
    try await wait(for: watch) { $0.map(\.stage) == ["missing", "missing"] }
    let install = try sandbox.start(["bootstrap", "install", "--quiet"])
    try await wait(for: watch) { $0.last?.stage == "downloading" && $0.last?.received == 100 }
    install.child.send(signal: SIGINT)
    #expect(try await install.outcome().ending == .exit(130))
    try await wait(for: watch) { $0.map(\.stage) == ["missing", "missing"] }

    try complete(index)
    expect(try await sandbox.run(["bootstrap", "install", "--quiet"]))
    try await wait(for: watch) { $0.allSatisfy { $0.stage == "installed" && $0.size != nil } }
    let list = try await sandbox.run(["bootstrap", "list", "--json"])
    struct List: Decodable {
      struct Tool: Decodable {
        let name: String
        let version: String
        let line: Int
      }
      let tools: [Tool]
    }
    let listed = try JSONDecoder().decode(List.self, from: Data(list.outputBytes)).tools
    let shown = try tools(watch)
    #expect(shown.map(\.name) == listed.map(\.name))
    #expect(shown.map(\.version) == listed.map(\.version))
    #expect(shown.map(\.line) == listed.map(\.line))

    expect(try await sandbox.run(["bootstrap", "remove", "--quiet", "greet"]))
    try await wait(for: watch) { $0.map(\.name) == ["part"] }
    watch.child.send(signal: SIGINT)
    let outcome = try await watch.outcome()
    #expect(outcome.ending == .exit(130))
    #expect(outcome.standardError.isEmpty)
  }

  @Test func `a watch survives the end of the store and of the root`() async throws {
    try sandbox.write(".tool-version", "greet 1.0\n")
    let index = try SampleIndex(in: sandbox)
    try index.publish("greet 1.0")
    let watch = try sandbox.start(["bootstrap", "list", "--watch", "--json"])
    try await wait(for: watch) { $0.map(\.stage) == ["missing"] }
    expect(try await sandbox.run(["bootstrap", "install", "--quiet"]))
    try await wait(for: watch) { $0.first?.stage == "installed" && $0.first?.size != nil }
    try sandbox.remove("$ROOT/store.sqlite")
    try await wait(for: watch) { $0.first?.stage == "installed" && $0.first?.size == nil }
    expect(try await sandbox.run(["bootstrap", "rehash", "--quiet"]))
    try await wait(for: watch) { $0.first?.size != nil }
    for entry in ["installs", "store.sqlite", "store.sqlite-wal", "store.sqlite-shm"] {
      try? sandbox.remove("$ROOT/\(entry)")
    }
    try await wait(for: watch) { $0.map(\.stage) == ["missing"] }
    expect(try await sandbox.run(["bootstrap", "install", "--quiet"]))
    try await wait(for: watch) { $0.first?.size != nil }

    // The watch reports an unreadable file and continues.
    try sandbox.write(".tool-version", "greet\n")
    while try !lines(watch).contains(where: { $0.error != nil }), !watch.child.hasEnded {
      try await Task.sleep(for: .milliseconds(10))
    }
    try sandbox.write(".tool-version", "")
    try await wait(for: watch, \.isEmpty)
    watch.child.send(signal: SIGTERM)
    #expect(try await watch.outcome().ending == .exit(130))
  }

  @Test func `a watch ends when nobody reads any more`() async throws {
    try sandbox.write(".tool-version", "greet 1.0\n")
    let script = "{ bootstrap list --watch; echo $? >code; } | head -1"
    let outcome = try await sandbox.run(["sh", "-c", script])
    #expect(outcome.ending == .exit(0))
    #expect(outcome.standardOutput.split(separator: "\n").count == 1)
    #expect(outcome.standardError.isEmpty)
    #expect(sandbox.text("code") == "0\n")
  }

  @Test func `a watch of sizes is refused, and so is one of a broken file`() async throws {
    let outcome = try await sandbox.run(["bootstrap", "list", "--watch", "--size"])
    #expect(outcome.ending == .exit(64))
    try sandbox.write(".tool-version", "greet\n")
    #expect(try await sandbox.run(["bootstrap", "list", "--watch"]).ending == .exit(65))
  }

  @Test(.enabled(if: TerminalSession.isAvailable("bash"), "no tmux"))
  func `a narrow terminal shows a table and is left as it was`() async throws {
    let index = try await lockedProject()
    try sandbox.write("$HOME/.bashrc", "PS1='\\#> '\n")
    try await TerminalSession.open("bash", in: sandbox, size: (40, 12)) { terminal in
      let before = try await terminal.run("stty -a")
      var screens: [String] = []
      try await terminal.start("bootstrap list --watch")
      screens.append(try await terminal.screen(until: "0 of 2 tools installed"))
      try complete(index)
      expect(try await sandbox.run(["bootstrap", "install", "--quiet"]))
      screens.append(try await terminal.screen(until: "2 of 2 tools installed"))
      try await terminal.resize(columns: 60)
      try sandbox.write(".tool-version", "other 1.0\n")
      screens.append(try await terminal.screen(until: "2 of 3 tools installed"))
      #expect(try await terminal.interrupt() == "")
      #expect(try await terminal.run("echo $?") == "130")
      try await terminal.resize(columns: 40)
      #expect(try await terminal.run("stty -a") == before)
      Snapshot("Terminal/watch-session.txt").expect(screens.joined(separator: "\n"))
    }
  }

  @Test(.enabled(if: TerminalSession.isAvailable("bash"), "no tmux"))
  func `a terminal without a movable cursor shows a line for each change`() async throws {
    try sandbox.write(".tool-version", "other 1.0\n")
    try sandbox.write("$HOME/.bashrc", "PS1='\\#> '\n")
    try await TerminalSession.open("bash", in: sandbox) { terminal in
      try await terminal.start("TERM=dumb bootstrap list --watch")
      _ = try await terminal.screen(until: "other  1.0  not installed  .tool-version:1")
      try sandbox.write(".tool-version", "")
      let screen = try await terminal.screen(until: "other  no longer used here")
      #expect(screen.split(separator: "\n").count == 2)
      #expect(try await terminal.interrupt().hasPrefix(screen))
    }
  }
}
