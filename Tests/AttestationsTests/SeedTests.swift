import Attestations
import MutatedSeeds
import Testing

struct SeedTests {
  @Test func `Damaged copies of attestations crash no reader`() throws {
    let seeds = try MutatedSeeds(of: "bundle")
    let bundles = seeds.count { (try? SigstoreBundle(parsing: $0)) != nil }
    let lists = seeds.count { bytes in
      (try? AttestationList(provenance: bytes)).map { !$0.texts.isEmpty } ?? false
        || (try? AttestationList(gitHubPage: bytes)).map { !$0.texts.isEmpty } ?? false
    }
    #expect(bundles >= 5)
    #expect(lists >= 2)
  }
}
