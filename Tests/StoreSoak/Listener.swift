import ObjectStore

/// The listeners of a soak. Each follows the store up to the last entry and then compares what it
/// has with the store.
struct Listener: Sendable {
  let store: Store

  /// Keeps a copy of a live result by the positions that it reports.
  func follow(_ request: FetchRequest<Entry>) async throws {
    let result = try store.liveResult(of: request)
    var copy = result.objects
    while result.object(Entry.end) == nil {
      switch try await result.next() {
      case .reloaded: copy = result.objects
      case .positions(let changes): for change in changes { copy.apply(change) }
      }
    }
    let fresh = try await store.read { snapshot throws(StoreError) in try snapshot.fetch(request) }
    try SoakFailure.require(
      copy == fresh, "a live result has \(copy.count) entries, and the store \(fresh.count)")
    try SoakFailure.require(result.objects == fresh, "a live result differs from its changes")
  }

  /// Keeps the identities of all entries by the changes, which must have begun before any entry
  /// was there. Returns the number of changes, or `nil` if some were unknown.
  func follow(_ changes: ChangeSequence<Entry>) async throws -> Tally? {
    var identities: Set<Identity<Entry>> = []
    var tally: Tally? = Tally()
    for try await event in changes {
      switch event {
      case .reset:
        tally = nil
        identities = try await stored()
      case .changed(let changed):
        identities.formUnion(changed.inserted)
        identities.subtract(changed.deleted)
        tally? += Tally(
          inserted: changed.inserted.count, updated: changed.updated.count,
          deleted: changed.deleted.count)
      }
      if identities.contains(Entry.end) { break }
    }
    let missing = try await stored().symmetricDifference(identities)
    try SoakFailure.require(
      missing.isEmpty, "a sequence of changes lacks those of \(missing.map(\.rawValue).sorted())")
    return tally
  }

  private func stored() async throws(StoreError) -> Set<Identity<Entry>> {
    try await store.read { snapshot throws(StoreError) in
      Set(try snapshot.identities(FetchRequest(Entry.self)))
    }
  }
}
