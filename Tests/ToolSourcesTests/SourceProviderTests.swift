import SourceKinds
import Testing
import ToolSources

@Suite struct SourceProviderTests {
  @Test func `every source is opened as its own kind, which has a unique name`() {
    let sources = ShippedSource.allCases
    #expect(sources.allSatisfy { $0.kind == $0.openableKind })
    #expect(Set(sources.map { $0.kind.name }).count == sources.count)
  }
}
