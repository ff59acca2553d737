import Diagnostics
import Snapshots
import Terminal
import Testing
import Vocabulary

/// Tests the table of `list --watch` on terminals of several sizes.
@Suite struct ToolStateTableTests {
  private static func state(
    _ tool: String, _ version: String?, _ stage: ToolState.Stage, line: Int,
    file: String = "Toolfile.lock"
  ) throws -> ToolState {
    ToolState(
      tool: try #require(ToolName(tool)), version: version, id: nil,
      origin: .file(file, line: line), stage: stage)
  }

  /// Returns one tool in each stage.
  private static func tools() throws -> [ToolState] {
    [
      try state("cmake", "4.1.0", .downloading(received: 17_200_000, total: 40_000_000), line: 3),
      try state("fastlane", "2.220.0", .downloading(received: 900_000, total: 900_000), line: 9),
      try state(
        "jq", "1.7", .downloading(received: 120_000, total: nil), line: 1,
        file: "~/設定/.tool-version"),
      try state("lua", "5.4.4", .building, line: 15),
      try state("make", nil, .notLocked, line: 4, file: "Toolfile"),
      try state("ninja", "1.13.0", .missing, line: 21),
      try state("node", "24.1.0", .unpacking, line: 27),
      try state("protoc-gen-grpc-swift-of-the-team", "2.0.0", .staged, line: 33),
      try state("ruff", "0.17.5", .installed(size: 31_000_000), line: 39),
      try state("xcodegen", "2.40.1", .notForPlatform(.linuxX64), line: 45),
      try state("zig", "system", .installed(size: nil), line: 2, file: ".tool-version"),
    ]
  }

  @Test(arguments: [40, 80, 120]) func `every stage fits the width`(_ width: Int) throws {
    let lines = ToolStateTable(try Self.tools()).lines(width: width, height: 50)
    Snapshot("Terminal/watch-\(width).txt").expect(lines.map { $0 + "\n" }.joined())
  }

  @Test func `without room for all, those that change come first`() throws {
    let lines = ToolStateTable(try Self.tools()).lines(width: 40, height: 6)
    #expect(
      lines.map { $0.prefix { $0 != " " } } == ["cmake", "fastlane", "jq", "lua", "and", "2"])
    #expect(lines.suffix(2) == ["and 7 more", "2 of 11 tools installed"])
    #expect(ToolStateTable(try Self.tools()).lines(width: 40, height: 12).count == 12)
  }

  @Test func `an unreadable file is the last line`() throws {
    let problem = Problem.usage(.noHome)
    let lines = ToolStateTable([try #require(Self.tools().last)], problem: problem)
      .lines(width: 60, height: 3)
    #expect(lines.count == 3)
    #expect(lines.last?.hasPrefix("error: ") == true)
    #expect(ToolStateTable([]).lines(width: 40, height: 10) == ["no tools are used here"])
  }

  @Test func `a wide character takes two columns`() throws {
    let tool = try Self.state("jq", "1.7", .missing, line: 1, file: "設定/é")
    let width = "jq  1.7  not installed  設定/é:1".count + 2
    let table = ToolStateTable([tool])
    #expect(table.lines(width: width, height: 9).first == "jq  1.7  not installed  設定/é:1")
    #expect(table.lines(width: width - 1, height: 9).first == "jq  1.7  not installed")
  }

  @Test func `a frame goes back over the rows that wide characters have wrapped`() {
    var region = LiveRegion()
    _ = region.frame(["設定設定設定"], columns: 20)
    #expect(region.clear(columns: 6) == "\r\u{1b}[2A\u{1b}[J")
  }
}
