import ObjectStore
import Synchronization

/// The readers and short-lived listeners of a soak. Each runs until its task is canceled.
struct Reader: Sendable {
  let store: Store

  /// Reads snapshots, whose amounts must add up to zero.
  func readSnapshots() async throws {
    try await untilCancelled {
      try await store.read { snapshot throws in try Self.check(snapshot) }
      var (sum, count) = (Int64(0), 0)
      for try await entries in store.stream(FetchRequest(Entry.self), batchSize: 16) {
        for entry in entries { sum += entry.amount }
        count += entries.count
      }
      try SoakFailure.require(sum == 0, "a stream of \(count) entries adds up to \(sum)")
    }
  }

  /// Reads views, which must not change until they are advanced.
  func readViews() async throws {
    let view = try store.view()
    try await untilCancelled {
      let before = try view.read { snapshot throws(StoreError) in
        try snapshot.fetch(FetchRequest(Entry.self))
      }
      await Task.yield()
      let after = try view.read { snapshot throws(StoreError) in
        try snapshot.fetch(FetchRequest(Entry.self))
      }
      try SoakFailure.require(before == after, "a view has changed")
      let sum = before.reduce(0) { $0 + $1.amount }
      try SoakFailure.require(sum == 0, "a view adds up to \(sum)")
      try view.advance()
    }
  }

  /// Registers and releases observers and listeners.
  func comeAndGo() async throws {
    let calls = Atomic<Int>(0)
    try await untilCancelled {
      let observation = store.observe { _ in calls.add(1, ordering: .relaxed) }
      var events = try store.changes(of: Entry.self, where: \.rank > 500).makeAsyncIterator()
      if Bool.random() { _ = try await events.next() }
      let identity = try await store.read { snapshot throws(StoreError) in
        try snapshot.identities(FetchRequest(Entry.self, limit: 1)).first
      }
      if let identity {
        var values = try store.values(of: identity).makeAsyncIterator()
        _ = try await values.next()
      }
      withExtendedLifetime(observation) {}
    }
  }

  private static func check(_ snapshot: borrowing Snapshot) throws {
    let sum = try snapshot.select(.sum(\.amount), from: FetchRequest(Entry.self)).first
    let entries = try snapshot.fetch(FetchRequest(Entry.self))
    let added = entries.reduce(0) { $0 + $1.amount }
    try SoakFailure.require(
      (sum ?? 0) == 0 && added == 0, "a snapshot adds up to \(sum ?? 0) and \(added)")
  }

  /// Repeats `body` until the task is canceled.
  private func untilCancelled(_ body: () async throws -> Void) async throws {
    do {
      while !Task.isCancelled { try await body() }
    } catch StoreError.cancelled {}
  }
}
