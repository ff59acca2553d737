package import ObjectStore
import Synchronization

/// Writers, readers, views, edits, observers, and live results that use one store at the same time.
/// Each of them checks what it sees.
package struct Soak: Sendable {
  /// The stores, which share one file. They begin without entries.
  private let stores: [Store]
  /// The number of transactions of each writer.
  private let rounds: Int

  /// Creates a soak of stores that share one file, or of a store in memory.
  package init(_ stores: [Store], rounds: Int) {
    self.stores = stores
    self.rounds = rounds
  }

  /// The requests of the live results. Each contains the last entry.
  private static let requests: [FetchRequest<Entry>] = [
    FetchRequest(sortedBy: [.ascending(\.title), .ascending(\.id)]),
    FetchRequest(where: \.rank > 300, sortedBy: [.descending(\.rank), .ascending(\.id)]),
    FetchRequest(sortedBy: [.descending(\.rank), .ascending(\.id)], limit: 7),
  ]

  /// Runs until the writers have done their transactions and all others have seen them.
  ///
  /// - Throws: A ``SoakFailure``, or the error of a request.
  package func run() async throws {
    let observed = Mutex<[Tally]>([])
    let observations = stores.map { store in
      store.observe { changes in observed.withLock { $0.append(Tally(changes)) } }
    }
    let sequences = try stores.map { try $0.changes(of: Entry.self) }
    let readers = Task { try await runReaders() }
    defer { readers.cancel() }
    async let followed: Void = followResults()
    async let seen = follow(sequences)
    var written = try await write()
    let end = Entry(id: Entry.end, title: "end", rank: .max)
    _ = try await stores[0].write { transaction throws(StoreError) in try transaction.insert(end) }
    written += Tally(inserted: 1)
    try await followed
    for tally in try await seen where tally != nil && tally != written {
      throw SoakFailure(description: "a listener saw \(tally ?? Tally()), not \(written)")
    }
    readers.cancel()
    try await readers.value
    var total = Tally()
    for tally in observed.withLock(\.self) { total += tally }
    var expected = Tally()
    for _ in stores { expected += written }
    try SoakFailure.require(total == expected, "observers saw \(total), not \(expected)")
    withExtendedLifetime(observations) {}
    let findings = try await stores[0].read { snapshot throws(StoreError) in try snapshot.verify() }
    try SoakFailure.require(findings.isEmpty, findings.joined(separator: "\n"))
  }

  /// Runs the writers and returns the changes that they have committed.
  private func write() async throws -> Tally {
    try await withThrowingTaskGroup { group in
      for number in 0..<4 {
        let writer = Writer(store: stores[number % stores.count], number: number, rounds: rounds)
        group.addTask { try await writer.run() }
      }
      var tally = Tally()
      for try await part in group { tally += part }
      return tally
    }
  }

  /// Runs the readers until the task is canceled.
  private func runReaders() async throws {
    try await withThrowingTaskGroup { group in
      for store in stores {
        let reader = Reader(store: store)
        group.addTask { try await reader.readSnapshots() }
        group.addTask { try await reader.readViews() }
        group.addTask { try await reader.comeAndGo() }
      }
      try await group.waitForAll()
    }
  }

  /// Follows live results up to the last entry.
  private func followResults() async throws {
    try await withThrowingTaskGroup { group in
      for store in stores {
        for request in Self.requests {
          group.addTask { try await Listener(store: store).follow(request) }
        }
      }
      try await group.waitForAll()
    }
  }

  /// Follows sequences of changes up to the last entry. Returns what each has seen.
  private func follow(_ sequences: [ChangeSequence<Entry>]) async throws -> [Tally?] {
    try await withThrowingTaskGroup { group in
      for (store, changes) in zip(stores, sequences) {
        group.addTask { try await Listener(store: store).follow(changes) }
      }
      var tallies: [Tally?] = []
      for try await tally in group { tallies.append(tally) }
      return tallies
    }
  }
}
