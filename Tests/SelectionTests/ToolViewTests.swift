import Filesystem
import Layout
import Sandboxes
import Selection
import Testing
import Vocabulary

@Suite struct ToolViewTests {
  private let directory: TemporaryDirectory
  private let root: Root

  init() throws {
    directory = try TemporaryDirectory()
    root = Root(directory.path)
  }

  /// Creates a view without links, and returns its folder.
  private func makeView(of tools: [String]) throws -> FilePath {
    let list = tools.map { $0 + "\n" }.joined()
    let folder = root.views.appending(SHA256Digest(of: list).hexadecimal)
    try folder.makeDirectories()
    try folder.appending(".tools").replaceContents(with: list.utf8)
    return folder
  }

  @Test func `flawed views are sorted, and of several failures, the same one is reported`() throws {
    let tools = (10..<30).map { "tool-\($0)/1.0" }
    for tool in tools { try root.installs.appending(tool).appending("bin").makeDirectories() }
    for tool in tools {
      try directory.file("installs/\(tool)/bin/program", permissions: 0o755)
    }
    let folders = try tools.indices.dropLast().map { try makeView(of: Array(tools[$0...($0 + 1)])) }
    let flawed = try ToolView.flawed(in: root, now: WallClock.now)
    #expect(flawed.map(\.folder) == folders.sorted())
    #expect(flawed.allSatisfy { $0.flaw == .damaged })

    for tool in tools { try root.installs.appending(tool).appending("bin").removeTree() }
    let error = #expect(throws: FileError.self) {
      try ToolView.flawed(in: root, now: WallClock.now)
    }
    #expect(error?.path == root.installs.appending("tool-10/1.0/bin"))
  }
}
