import SourceKinds
import Testing
import ToolSources

@Suite struct SourceProviderTests {
  @Test func `every standard kind can be opened and has a unique name`() {
    let kinds = SourceCatalog.standard.all
    #expect(kinds.allSatisfy { $0 is any OpenableSourceKind.Type })
    #expect(Set(kinds.map { $0.name }).count == kinds.count)
  }
}
