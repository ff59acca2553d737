import ObjectStore
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The measurements of delays between a commit and those who listen to it. Most print the median
/// and the 99th percentile in milliseconds.
struct Delays {
  /// The path of the database, which contains files without rules and references.
  let path: String

  /// Measures the time from a commit to its event in a ``ChangeSequence``.
  func observe(_ count: Int) async throws {
    let store = try store()
    let commits = Commits(to: store)
    let changes = try store.changes(of: PlainFile.self)
    let listener = Task { () throws(StoreError) -> [Int64] in
      var arrivals: [Int64] = []
      for try await event in changes {
        guard case .changed = event else { throw .cancelled }
        arrivals.append(Commits.now)
        if arrivals.count == count { break }
      }
      return arrivals
    }
    for number in 0..<count {
      try Self.change(1 + number % 1000, in: store)
      try await Task.sleep(for: .microseconds(500))
    }
    commits.report(until: try await listener.value)
  }

  /// Measures the time from a commit, which changes and moves one object, to the update of a live
  /// result of all objects.
  func live(_ count: Int, inMemory: Bool = false) async throws {
    let store = try inMemory ? Store(.memory, model: Models.plain) : store()
    if inMemory {
      let files = (0..<100_000).map { PlainFile(FileRecord.sample($0)) }
      try await store.execute(BatchInsert(files, returning: .status))
    }
    let commits = Commits(to: store)
    let result = try store.liveResult(
      of: FetchRequest(PlainFile.self, sortedBy: [.descending(\.verified), .ascending(\.path)]))
    var arrivals: [Int64] = []
    for number in 0..<count {
      try Self.change(1 + number * 7919 % result.count, in: store)
      guard case .positions(let changes) = try await result.next(), changes.count == 1
      else { throw StoreError.cancelled }
      arrivals.append(Commits.now)
    }
    commits.report(until: arrivals)
  }

  /// Prints the time of each commit by another process, as it arrives. The first line says that
  /// the process listens.
  func listen(_ count: Int) async throws {
    var events = try store().changes(of: PlainFile.self).makeAsyncIterator()
    Self.show("listening")
    for _ in 0..<count {
      guard case .reset = try await events.next() else { throw StoreError.cancelled }
      Self.show("\(Commits.now)")
    }
  }

  /// Writes a line without buffering it.
  private static func show(_ line: String) {
    var line = line + "\n"
    line.withUTF8 { _ = unsafe write(STDOUT_FILENO, $0.baseAddress, $0.count) }
  }

  /// Changes one object at a time and prints the time of each commit. The commits are far enough
  /// apart for a listener of another process to receive each.
  func commit(_ count: Int) throws {
    let store = try store()
    var generator = SeededGenerator(seed: 1)
    for number in 1...count {
      try Self.change(number, in: store)
      print(Commits.now)
      usleep(UInt32.random(in: 100_000...150_000, using: &generator))
    }
  }

  private func store() throws(StoreError) -> Store {
    try Store(.file(path), model: Models.plain)
  }

  /// Changes the file with this number.
  private static func change(_ number: Int, in store: Store) throws(StoreError) {
    try store.write { transaction throws(StoreError) in
      guard let file = try transaction.find(Identity<PlainFile>(rawValue: Int64(number)))
      else { throw .cancelled }
      var changed = file
      changed.verified = Timestamp(rawValue: file.verified.rawValue + 1 + Int64(number % 3))
      try transaction.update(changed, from: file)
    }
  }
}

/// The times of a store's commits.
final class Commits: Sendable {
  private let times = Mutex<[Int64]>([])
  private let observation = Mutex<Observation?>(nil)

  /// Records the commits to a store. This observer comes first, so that others may be measured.
  init(to store: Store) {
    observation.withLock { observation in
      observation = store.observe { [weak self] _ in
        let now = Self.now
        self?.times.withLock { $0.append(now) }
      }
    }
  }

  /// The time in nanoseconds, the same for all processes of a machine.
  static var now: Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// Prints the median and the 99th percentile of the delays between the commits and these times.
  func report(until arrivals: [Int64]) {
    let times = times.withLock(\.self)
    precondition(times.count == arrivals.count)
    let delays = zip(times, arrivals).map { $1 - $0 }.sorted()
    let median = Double(delays[delays.count / 2]) / 1e6
    let highest = Double(delays[delays.count * 99 / 100]) / 1e6
    print("\(median) 0 0 \(highest)")
  }
}
