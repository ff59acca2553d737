import Filesystem
import Layout
import Manifests
import SampleLocks
import Sandboxes
import Selection
import Testing
import Vocabulary

/// Checks that a lock means the same whether it is sealed or not.
@Suite struct SealedLockTests {
  /// Returns a lock for this platform. Between its stanzas are blocks that only a newer bootstrap
  /// understands.
  private static func lock(_ tools: KeyValuePairs<String, String>) -> [UInt8] {
    let platform = Platform.current.rawValue
    let digest = String(repeating: "1", count: 64)
    let stanzas = tools.map { name, executable in
      """

      tool \(name) 1.0
        wants "" Toolfile
        declares groups=default source=directory
        provides \(executable)
        artifact \(platform) ? raw sha256:\(digest) 9 file:a

      """
    }
    let text = "lockfile 1\nplatforms \(platform)\n" + stanzas.joined(separator: "\nservice x\n")
    return Array(SampleLock.withIDs(text).utf8)
  }

  @Test func `unknown blocks hide no tool of a sealed lock`() throws {
    let directory = try TemporaryDirectory()
    let root = Root(directory.path.appending("root"))
    let folder = try directory.directory("app").withoutLinks()
    let bytes = Self.lock(["aa": "greet", "greet": "greet", "zz": "zz"])
    #expect(try Lockfile(parsing: bytes, path: Lockfile.name).bytes == bytes)
    let path = folder.appending(Lockfile.name)
    try path.replaceContents(with: bytes)
    let executable = try #require(ExecutableName("greet"))
    let tools = ["aa", "greet"].compactMap { ToolName($0) }

    func words() throws -> [String] {
      let selector = try Selector(root: root, environment: Environment([:]), directory: folder) {
        $0.lastComponent
      }
      let chain = try selector.pinChain(reading: .forExecutable(executable, installed: tools))
      let link = try #require(chain.directories.first)
      #expect(link.lockProblem == nil)
      return link.pins.filter { tools.contains($0.tool) }.map {
        "\($0.tool) \($0.version) \($0.id?.description ?? "") \($0.origin)"
      } + link.providers.map(\.text)
    }
    let expected = try words()
    #expect(expected.count == 4)
    let identity = try #require(FileIdentity(of: PathText(path.bytes)))
    try root.seals.makeDirectories()
    try root.seals.appending(identity.sealName(ofLockIn: folder)).replaceContents(with: [])
    #expect(try words() == expected)
  }
}
