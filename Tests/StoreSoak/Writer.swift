import Filesystem
import ObjectStore

/// A writer of a soak, which runs random transactions.
struct Writer: Sendable {
  let store: Store
  /// The number of the writer, which makes its titles unique.
  let number: Int
  let rounds: Int

  /// Runs the transactions and returns the changes of those that were committed.
  func run() async throws -> Tally {
    var tally = Tally()
    for round in 0..<rounds {
      let title = "\(number) \(round)"
      switch Int.random(in: 0..<8) {
      case 0...2: tally += try await store.write { try Self.insert(title, in: $0) }
      case 3: tally += try await transferOnThread()
      case 4: tally += try await delete()
      case 5: tally += try await saveEdits()
      case 6: tally += try await batch()
      default: tally += try await cancelled(title)
      }
    }
    return tally
  }

  /// Moves an amount between two entries, and inserts a few others.
  private static func insert(
    _ title: String, in transaction: borrowing Transaction
  ) throws(StoreError) -> Tally {
    // An entry that is inserted and then updated would count as inserted.
    var tally = try transfer(in: transaction)
    let count = Int.random(in: 1...4)
    for index in 0..<count { try transaction.insert(Entry.random("\(title) \(index)")) }
    tally += Tally(inserted: count)
    return tally
  }

  /// Moves an amount from one entry to another.
  private static func transfer(in transaction: borrowing Transaction) throws(StoreError) -> Tally {
    let chosen = try transaction.identities(FetchRequest(Entry.self)).shuffled().prefix(2)
    guard chosen.count == 2 else { return Tally() }
    for (identity, amount) in zip(chosen, [1, -1] as [Int64]) {
      guard let entry = try transaction.find(identity) else { continue }
      var changed = entry
      changed.amount += amount
      changed.rank = .random(in: 0..<1000)
      try transaction.update(changed, from: entry)
    }
    return Tally(updated: 2)
  }

  /// Moves an amount in a synchronous transaction.
  private func transferOnThread() async throws -> Tally {
    try await BlockingThread.result { () throws(StoreError) in
      try store.write { transaction throws(StoreError) in try Self.transfer(in: transaction) }
    }
  }

  /// Deletes a part of the entries without an amount.
  private func delete() async throws -> Tally {
    let limit = Int64.random(in: 0..<200)
    let deleted = try await store.execute(
      BatchDelete(
        Entry.self, where: \.amount == 0 && \.rank < limit, returning: .identities))
    return Tally(deleted: deleted.count)
  }

  /// Changes the rank of a part of the entries.
  private func batch() async throws -> Tally {
    let rank = Int64.random(in: 0..<1000)
    let updated = try await store.execute(
      BatchUpdate(Entry.self, where: \.rank > rank && \.rank < rank + 50, returning: .count)
        .setting(\.rank, to: \.rank - 10))
    return Tally(updated: updated)
  }

  /// Edits entries as they were read earlier, and saves those that nobody else has changed.
  private func saveEdits() async throws -> Tally {
    let entries = try await store.read { snapshot throws(StoreError) in
      try snapshot.fetch(FetchRequest(Entry.self, sortedBy: [.descending(\.rank)], limit: 5))
    }
    var edits = Edits(Entry.self, onConflict: .storeWins)
    for entry in entries { edits.change(entry) { $0.rank = -1 - entry.rank } }
    await Task.yield()
    let saved = try await store.execute(edits)
    return Tally(updated: entries.count - saved.conflicts.count)
  }

  /// Begins a transaction and cancels it at a random time.
  private func cancelled(_ title: String) async throws -> Tally {
    let task = Task { try await store.write { try Self.insert(title, in: $0) } }
    if Bool.random() { await Task.yield() }
    if Bool.random() { try await Task.sleep(for: .microseconds(Int.random(in: 1...500))) }
    task.cancel()
    do {
      return try await task.value
    } catch StoreError.cancelled {
      return Tally()
    }
  }
}
