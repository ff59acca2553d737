import ObjectStore
import StoreSoak
import Testing

/// A short soak. `scripts/test-store-soak` runs longer ones under the thread sanitizer.
@Suite struct SoakTests {
  let folder = StoreFolder()

  @Test(arguments: Kind.allCases)
  func `all kinds of users of a store see the same`(kind: Kind) async throws {
    var stores = [try folder.store(kind, model: Ledger.model)]
    if kind == .file { stores.append(try folder.store(kind, model: Ledger.model)) }
    try await Soak(stores, rounds: 15).run()
  }
}
