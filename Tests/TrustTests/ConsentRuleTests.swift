import Filesystem
import Layout
import Sandboxes
import Testing
import Trust

/// Which programs need consent in roots of different age.
@Suite struct ConsentRuleTests {
  private let directory: TemporaryDirectory
  private let root: Root

  init() throws {
    directory = try TemporaryDirectory()
    root = Root(directory.path)
  }

  @Test func `a root without a store is new`() throws {
    #expect(root.guardsWholePath)
    try root.recordConsentRuleIfNew()
    try directory.file("store.sqlite")
    #expect(root.guardsWholePath)
    try directory.file("trust/answer")
    try root.trust.path.removeTree()
    #expect(root.guardsWholePath)
  }

  @Test func `a root of an older version guards only the system`() throws {
    try directory.file("store.sqlite")
    try root.recordConsentRuleIfNew()
    #expect(!root.guardsWholePath)
    try root.adoptConsentRule()
    #expect(root.guardsWholePath)
  }

  @Test func `a rule among the answers is taken over`() throws {
    try directory.file("store.sqlite")
    try directory.file("trust/.rule")
    #expect(root.guardsWholePath)
    try root.recordConsentRuleIfNew()
    try root.trust.path.removeTree()
    #expect(root.guardsWholePath)
  }
}
