import Attestations
import MutatedSeeds
import Testing

struct SeedTests {
  @Test func `Damaged copies of attestations crash no reader`() throws {
    let seeds = try MutatedSeeds(of: "bundle")
    let bundles = seeds.count { (try? SigstoreBundle(parsing: $0)) != nil }
    #expect(bundles >= 5)
  }
}
