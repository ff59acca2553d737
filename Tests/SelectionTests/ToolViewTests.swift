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
    let flawed = try ToolView.flawed(in: root, now: WallClock.now, comparing: .links)
    #expect(flawed.map(\.folder) == folders.sorted())
    #expect(flawed.allSatisfy { $0.flaw == .damaged })

    for tool in tools { try root.installs.appending(tool).appending("bin").removeTree() }
    let error = #expect(throws: FileError.self) {
      try ToolView.flawed(in: root, now: WallClock.now, comparing: .links)
    }
    #expect(error?.path == root.installs.appending("tool-10/1.0/bin"))
  }

  @Test func `only a comparison that looks closely enough finds a flaw`() throws {
    let tools = ["ruff/1.0", "uv/2.0", "yq/3.0"]
    for tool in tools { try directory.file("installs/\(tool)/bin/program", permissions: 0o755) }
    let folders = try tools.map { try makeView(of: [$0]) }
    for (tool, folder) in zip(tools, folders) {
      try folder.appending("program").makeLink(to: FilePath("../../installs/\(tool)/bin/program"))
    }
    let (gone, wrong, changed) = (folders[0], folders[1], folders[2])
    try root.installs.appending("ruff/1.0").removeTree()
    try wrong.appending("program").replaceLink(to: "other")
    for folder in [gone, wrong] { try folder.setModified(secondsSince1970: 1) }
    try changed.appending("program").replaceLink(to: "other")
    func flawed(_ comparison: ToolView.Comparison) throws -> Set<FilePath> {
      Set(try ToolView.flawed(in: root, now: WallClock.now, comparing: comparison).map(\.folder))
    }
    #expect(try flawed(.times) == [changed])
    #expect(try flawed(.installations) == [changed, gone])
    #expect(try flawed(.links) == [changed, gone, wrong])
  }
}
