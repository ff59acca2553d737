import Diagnostics
import Filesystem
import Layout
import Manifests
import Sandboxes
import Selection
import Testing

/// Reading files whose content does not match their names.
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
    ) { $0.lastComponent }.chain()
  }

  @Test(arguments: [".nvmrc", ".tool-versions"])
  func `a folder by the name of another version manager's file is no file`(_ name: String) throws {
    try directory.directory("app/\(name)")
    let link = try #require(try chain().directories.first)
    #expect(link.unreadable.map(\.problem) == [.project(.notAFile(path: name))])
    #expect(link.unreadable.map(\.tool?.text) == [name == ".nvmrc" ? "node" : nil])
  }

  @Test func `another version manager's file is not asked for a tool that is pinned before it`()
    throws
  {
    try directory.directory("app/.nvmrc")
    try directory.file("app/.tool-version", "node 24.0\n")
    let chain = try chain()
    #expect(chain.directories.first?.unreadable.count == 0)
    #expect(try chain.pins().map { "\($0.tool) \($0.version)" } == ["node 24.0"])
  }

  @Test func `a Toolfile that cannot be read is told only where no lock speaks for it`() throws {
    try directory.file("app/Toolfile", "tool\n")
    #expect(try chain().directories.first?.manifestProblem != nil)
    try directory.file("app/Toolfile.lock", "lockfile 1\nplatforms linux-x64\n")
    let link = try chain().directories.first
    #expect(link?.manifestProblem == nil && link?.lockProblem == nil)
    try directory.file("app/Toolfile.lock", "lockfile 9\n")
    #expect(try chain().directories.first?.lockProblem != nil)
  }
}
