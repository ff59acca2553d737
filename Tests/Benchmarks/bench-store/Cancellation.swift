import ObjectStore
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Cancels batches and streams at random times, for `scripts/test-store-crashes`.
///
/// A canceled batch must change nothing and report nothing to observers. A batch that ended before
/// the cancellation must have changed every object and reported each one.
struct Cancellation {
  /// The path of the database.
  let path: String
  let seed: Int

  /// Runs this many requests, each canceled after up to three milliseconds.
  func run(_ rounds: Int) async throws {
    var generator = SeededGenerator(seed: seed)
    let store = try Store(.file(path), model: Models.guarded)
    let observed = Mutex(0)
    let observation = store.observe { changes in
      observed.withLock { count in
        for kind in ChangeKind.allCases {
          count += changes.count(of: FileRecord.self, kind)
        }
      }
    }
    var cancelled = 0
    for round in 0..<rounds {
      let kind = Int.random(in: 0..<5, using: &generator)
      let delay = Duration.microseconds(Int.random(in: 0...3000, using: &generator))
      let count = try store.count(FetchRequest(FileRecord.self))
      let sum = try self.sum(store)
      observed.withLock { $0 = 0 }
      let progress = RequestProgress()
      let task = Task { try await work(kind, store, progress) }
      try await Task.sleep(for: delay)
      if Bool.random(using: &generator) { progress.cancel() } else { task.cancel() }
      let isCancelled: Bool
      switch await task.result {
      case .success: isCancelled = false
      case .failure(StoreError.cancelled): isCancelled = true
      case .failure(let error): throw error
      }
      if isCancelled { cancelled += 1 }
      let expected = kind == 4 || isCancelled ? (0, 0, 0) : Self.effect(kind, count)
      let found = (
        try store.count(FetchRequest(FileRecord.self)) - count, try self.sum(store) - sum,
        observed.withLock { $0 }
      )
      guard found == expected else {
        print("\(path): seed \(seed), round \(round), kind \(kind): \(found), not \(expected)")
        exit(1)
      }
      if !isCancelled { try undo(kind, store) }
    }
    let findings = try store.verify()
    guard findings.isEmpty else {
      print("\(path): seed \(seed): \(findings.joined(separator: "\n"))")
      exit(1)
    }
    withExtendedLifetime(observation) {}
    print("\(cancelled) of \(rounds) requests were canceled before they ended")
  }

  /// The number of files that one request inserts or deletes.
  private static let part = 1000

  /// Runs one request.
  private func work(_ kind: Int, _ store: Store, _ progress: RequestProgress) async throws {
    switch kind {
    case 0:
      try await store.execute(
        BatchUpdate(FileRecord.self, returning: .status).setting(\.size, to: \.size + 1),
        progress: progress)
    case 1:
      try await store.execute(
        BatchInsert((0..<Self.part).lazy.map(Self.inserted), returning: .status),
        progress: progress)
    case 2:
      try await store.execute(
        BatchDelete(FileRecord.self, where: \.id <= Self.last, returning: .status),
        progress: progress)
    case 3:
      // A transaction of several statements, which only its task can cancel.
      try await store.write { transaction in
        for _ in 1...3 {
          _ = try transaction.execute(
            BatchUpdate(FileRecord.self, where: \.id <= Self.last, returning: .status)
              .setting(\.size, to: \.size + 1))
        }
      }
    default:
      for try await _ in store.stream(
        FetchRequest(FileRecord.self), batchSize: 100, progress: progress)
      {}
    }
  }

  /// The identity of the last file that a deletion deletes.
  private static var last: Identity<FileRecord> { Identity(rawValue: Int64(part)) }

  /// Returns the file with this number that an insertion inserts.
  private static func inserted(_ number: Int) -> FileRecord {
    var file = FileRecord.sample(number)
    file.owner = Identity(rawValue: 1)
    file.path = "inserted/\(number)"
    file.size = 1
    return file
  }

  /// Returns the changes of the number of files, of the sum of their sizes, and of the number of
  /// observed changes, if a request completes.
  private static func effect(_ kind: Int, _ count: Int) -> (Int, Int64, Int) {
    let part64 = Int64(part)
    switch kind {
    case 0: return (0, Int64(count), count)
    case 1: return (part, part64, part)
    // The size of a sample is its number.
    case 2: return (-part, -part64 * (part64 - 1) / 2, part)
    default: return (0, 3 * part64, 3 * part)
    }
  }

  /// Restores the files from before a completed request.
  private func undo(_ kind: Int, _ store: Store) throws(StoreError) {
    switch kind {
    case 0:
      try store.execute(
        BatchUpdate(FileRecord.self, returning: .status).setting(\.size, to: \.size - 1))
    case 1:
      try store.execute(
        BatchDelete(FileRecord.self, where: .hasPrefix(\.path, "inserted/"), returning: .status))
    case 2:
      let files = (0..<Self.part).map { number in
        var file = FileRecord.sample(number)
        file.id = Identity(rawValue: Int64(number + 1))
        return file
      }
      try store.execute(BatchInsert(files, returning: .status))
    case 3:
      try store.execute(
        BatchUpdate(FileRecord.self, where: \.id <= Self.last, returning: .status)
          .setting(\.size, to: \.size - 3))
    default: break
    }
  }

  /// Returns the sum of the sizes of all files.
  private func sum(_ store: Store) throws(StoreError) -> Int64 {
    try store.read { snapshot throws(StoreError) in
      try snapshot.select(.sum(\.size), from: FetchRequest(FileRecord.self)).first ?? 0
    }
  }
}
