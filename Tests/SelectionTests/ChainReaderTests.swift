import Diagnostics
import Filesystem
import Layout
import Manifests
import Projects
import Sandboxes
import Selection
import Testing
import Vocabulary

/// Tests of reading files that are folders, that are invalid, or that no pin depends on.
@Suite struct ChainReaderTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  /// Returns the chain of the folder `app`.
  private func chain() throws -> PinChain {
    try Selector(
      root: Root(directory.path.appending("root")), environment: Environment([:]),
      directory: directory.directory("app")
    ) { $0.lastComponent }.pinChain()
  }

  @Test func `pins and project come from the same text of each file`() throws {
    try directory.file("app/Toolfile", "tool \"ruff\"\n")
    try directory.file("app/.tool-version", "ruff 1.0\n")
    let selector = try Selector(
      root: Root(directory.path.appending("root")), environment: Environment([:]),
      directory: directory.directory("app")
    ) { $0.lastComponent }
    let before = try selector.pinChain().pins().map(\.version)
    try directory.file("app/Toolfile", "tool\n")
    try directory.file("app/.tool-version", "ruff 2.0\n")
    let tools = try selector.folderTools()
    #expect(tools.project?.toolfile.tools.map(\.name.text) == ["ruff"])
    #expect(try tools.pins.map(\.version) == before && selector.pinChain().pins().count == 1)
  }

  @Test func `a .tool-version that is too large stays a problem`() throws {
    try directory.file(
      "app/.tool-version", "ruff 1.0\n" + String(repeating: "# filler\n", count: 20_000))
    let selector = try Selector(
      root: Root(directory.path.appending("root")), environment: Environment([:]),
      directory: directory.directory("app")
    ) { $0.lastComponent }
    for _ in 1...2 {
      let link = try #require(try selector.pinChain().directories.first)
      #expect(link.pinFileProblem != nil && link.pins.isEmpty)
    }
  }

  @Test(arguments: [".nvmrc", ".tool-versions"])
  func `a folder named like another version manager's file is passed over`(_ name: String) throws {
    try directory.directory("app/\(name)")
    let chain = try chain()
    let link = try #require(chain.directories.first)
    let problem = Problem.project(.file(.notAFile(path: name, .directory)))
    #expect(link.passedOver.map(\.reason) == [.unreadable(problem)])
    #expect(link.passedOver.map(\.tool?.text) == [name == ".nvmrc" ? "node" : nil])
    #expect(try chain.pins().isEmpty)
  }

  @Test func `a file of another version manager is not read for a pinned tool`() throws {
    try directory.directory("app/.nvmrc")
    try directory.file("app/.tool-version", "node 24.0\n")
    let chain = try chain()
    #expect(chain.directories.first?.passedOver.count == 0)
    #expect(try chain.pins().map { "\($0.tool) \($0.version)" } == ["node 24.0"])
  }

  @Test func `a .tool-version that names no tool may concern any tool`() throws {
    let (node, name) = (try #require(ToolName("node")), try #require(ExecutableName("node")))
    try directory.file("app/.tool-version", "ruff\n")
    #expect(try chain().pins(ofProviders: [node], of: name).pins.isEmpty)
    try directory.file("app/.tool-version", "24.14.1\n")
    #expect(throws: Problem.self) { try chain().pins(ofProviders: [node], of: name) }
    try directory.path.appending("app/.tool-version").removeFile()
    try directory.directory("app/.tool-version")
    #expect(throws: Problem.self) { try chain().pins(ofProviders: [node], of: name) }
  }

  @Test func `an unreadable Toolfile is reported only if there is no lock`() throws {
    try directory.file("app/Toolfile", "tool\n")
    #expect(try chain().directories.first?.manifestProblem != nil)
    try directory.file("app/Toolfile.lock", "lockfile 1\nplatforms linux-x64\n")
    let link = try chain().directories.first
    #expect(link?.manifestProblem == nil && link?.lockProblem == nil)
    try directory.file("app/Toolfile.lock", "lockfile 9\n")
    #expect(try chain().directories.first?.lockProblem != nil)
  }
}
