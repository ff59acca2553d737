import ObjectStore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The measurements of the object store, each in its own method. Most print one line: the time in
/// milliseconds, the growth of memory in KB, and the processor time in milliseconds.
struct Bench {
  /// The path of the database.
  let path: String
  private let clock = ContinuousClock()

  init(path: String) { self.path = path }

  /// Opens the database, or creates it if it is missing.
  private func store(_ model: Model = Models.guarded) throws(StoreError) -> Store {
    try Store(.file(path), model: model)
  }

  // MARK: Creating databases

  /// Creates a database of `count` files with rules and references, and at least `owners` owners.
  func make(_ count: Int, owners: Int) throws {
    let store = try store()
    try store.write { transaction throws(StoreError) in
      for number in 0...max(owners, count / 500) {
        try transaction.insert(Owner(name: "owner \(number)"))
      }
      try transaction.insert(Setting(name: "first", size: 1))
    }
    try store.execute(BatchInsert((0..<count).map(FileRecord.sample), returning: .status))
  }

  /// Creates a database of `count` files without rules and references.
  func makePlain(_ count: Int) throws {
    let store = try store(Models.plain)
    let files = (0..<count).map { PlainFile(FileRecord.sample($0)) }
    try store.execute(BatchInsert(files, returning: .status))
  }

  // MARK: Writing

  /// Updates one property of all files, without rules and observers.
  func updatePlain() throws {
    let store = try store(Models.plain)
    // Scans the table, so that the measurement starts with a warm cache.
    _ = try store.count(FetchRequest(PlainFile.self, where: \.size < 0))
    try measure {
      try store.execute(
        BatchUpdate(PlainFile.self, returning: .status)
          .setting(\.verified, to: Timestamp(rawValue: 7)))
    }
  }

  /// Updates one property of all files, with rules and an observer, and returns their identities.
  func updateGuarded() throws {
    let store = try store()
    // Scans the table, so that the measurement starts with a warm cache.
    _ = try store.count(FetchRequest(FileRecord.self, where: \.size < 0))
    let seen = Seen()
    let observation = store.observe { seen.count = $0.count(of: FileRecord.self, .updated) }
    var identities: [Identity<FileRecord>] = []
    try measure {
      identities = try store.execute(
        BatchUpdate(FileRecord.self, returning: .identities)
          .setting(\.verified, to: Timestamp(rawValue: 7)))
    }
    withExtendedLifetime(observation) {}
    precondition(identities.count == seen.count && identities.count > 0)
  }

  /// Fetches all files, changes one property of each, and saves it.
  func objects() throws {
    let store = try store(Models.plain)
    try measure {
      try store.write { transaction throws(StoreError) in
        for file in try transaction.fetch(FetchRequest(PlainFile.self)) {
          var changed = file
          changed.verified = Timestamp(rawValue: 7)
          try transaction.update(changed, from: file)
        }
      }
    }
  }

  /// Fetches, changes, and saves all files, with edits.
  func edits() throws {
    let store = try store(Models.plain)
    try measure {
      let files = try store.read { snapshot throws(StoreError) in
        try snapshot.fetch(FetchRequest(PlainFile.self))
      }
      var edits = Edits(PlainFile.self)
      edits.change(files) { $0.verified = Timestamp(rawValue: 7) }
      _ = try store.execute(edits)
    }
  }

  /// Measures the median and the 99th percentile of the time to save an edit of one object.
  func save() throws {
    let store = try store(Models.plain)
    var times: [Duration] = []
    for number in 1...500 {
      let identity = Identity<PlainFile>(rawValue: Int64(number))
      guard let file = try store.find(identity) else { continue }
      var edits = Edits(PlainFile.self)
      edits.change(file) { $0.verified = Timestamp(rawValue: 7) }
      let saved = edits
      times.append(try clock.measure { _ = try store.execute(saved) })
    }
    times.sort()
    let (median, highest) = (times[times.count / 2], times[times.count * 99 / 100])
    print("\(median / .milliseconds(1)) 0 0 \(highest / .milliseconds(1))")
  }

  /// Inserts `count` files without rules and references.
  func insertPlain(_ count: Int) throws {
    let store = try store(Models.plain)
    let files = (0..<count).map { PlainFile(FileRecord.sample($0)) }
    try measure { try store.execute(BatchInsert(files, returning: .status)) }
  }

  /// Inserts `count` files with rules and references.
  func insertGuarded(_ count: Int) throws {
    let store = try store()
    let files = (0..<count).map(FileRecord.sample)
    try measure { try store.execute(BatchInsert(files, returning: .status)) }
  }

  // MARK: Reading

  /// Creates each object and discards it.
  func structs() throws {
    let store = try store()
    var sum = Sum()
    try measure {
      sum = try store.read { snapshot throws(StoreError) in
        var sum = Sum()
        try snapshot.forEach(FetchRequest(FileRecord.self)) { sum.add($0) }
        return sum
      }
    }
    sum.check()
  }

  /// Fetches all objects into one array.
  func array() throws {
    let store = try store()
    var files: [FileRecord] = []
    try measure { files = try store.fetch(FetchRequest(FileRecord.self)) }
    var sum = Sum()
    for file in files { sum.add(file) }
    sum.check()
  }

  /// Reads all objects in batches on a separate thread.
  func stream(countsFirst: Bool) async throws {
    let store = try store()
    var sum = Sum()
    let before = Usage.now
    let start = clock.now
    for try await files in store.stream(FetchRequest(FileRecord.self), countsFirst: countsFirst) {
      for file in files { sum.add(file) }
    }
    report(clock.now - start, since: before)
    sum.check()
  }

  /// Measures the time from `cancel()` to the end of the loop: during a scan, or during a sort that
  /// has not produced any object yet.
  func cancel(sorted: Bool) async throws {
    let store = try store()
    let fetch = FetchRequest(FileRecord.self, sortedBy: sorted ? [.descending(\.digest)] : [])
    let stream = store.stream(fetch)
    let task = Task {
      do {
        for try await _ in stream where !sorted {}
      } catch StoreError.cancelled {}
      return ContinuousClock.now
    }
    try await Task.sleep(for: .milliseconds(60))
    let start = clock.now
    stream.progress.cancel()
    report(try await task.value - start)
  }

  /// Finds 250,000 objects by their identities, in one snapshot.
  func find() throws {
    let store = try store()
    var sum = Sum()
    try measure {
      sum = try store.read { snapshot throws(StoreError) in
        var sum = Sum()
        for number in 1...250_000 {
          if let file = try snapshot.find(Identity<FileRecord>(rawValue: Int64(number))) {
            sum.add(file)
          }
        }
        return sum
      }
    }
    sum.check()
  }

  /// Measures the median time to open a store and find one object, over 101 runs.
  func open() throws {
    var times: [Duration] = []
    for _ in 0..<101 {
      let start = clock.now
      let store = try store()
      let setting = try store.find(Identity<Setting>(rawValue: 1))
      times.append(clock.now - start)
      precondition(setting != nil)
    }
    report(times.sorted()[50])
  }

  // MARK: Several processes

  /// Runs 200 small transactions, each of which reads and changes one object and inserts twenty.
  /// Also prints the time of the longest one, including its wait, in milliseconds.
  func writer(_ number: Int) throws {
    let store = try store()
    var longest = Duration.zero
    let start = clock.now
    for round in 0..<200 {
      let begin = clock.now
      try store.write { transaction throws(StoreError) in
        let owner = try transaction.insert(Owner(name: "\(number)-\(round)"))
        if var first = try transaction.find(Identity<Owner>(rawValue: 1)) {
          first.name = "\(number)"
          try transaction.update(first)
        }
        for index in 0..<19 {
          var file = FileRecord.sample(round * 20 + index)
          file.owner = owner
          try transaction.insert(file)
        }
      }
      longest = max(longest, clock.now - begin)
    }
    report(clock.now - start)
    print("longest \(longest / .milliseconds(1))")
  }

  // MARK: Measuring

  /// Runs `body` and prints the time and resources that it used.
  private func measure(_ body: () throws -> Void) throws {
    let before = Usage.now
    let time = try clock.measure(body)
    report(time, since: before)
  }

  /// Prints the time in milliseconds, the growth of peak memory since `before` in KB, and the
  /// processor time since `before` in milliseconds. Without `before`, the last two are 0.
  private func report(_ time: Duration, since before: Usage? = nil) {
    let (memory, processor) =
      before.map { (Usage.now.peak - $0.peak, Usage.now.processor - $0.processor) } ?? (0, 0)
    print("\(time / .milliseconds(1)) \(memory) \(processor)")
  }
}

/// A checksum of the objects, which keeps the compiler from removing a read.
struct Sum {
  var numbers: Int64 = 0
  var bytes = 0

  /// Adds all properties of an object. 32 is the size of the digest in bytes.
  mutating func add(_ file: FileRecord) {
    numbers &+= file.id.rawValue &+ file.owner.rawValue &+ file.size &+ Int64(file.mode)
    numbers &+= file.modified.rawValue &+ file.verified.rawValue &+ file.state.rawValue
    bytes &+= file.path.utf8.count &+ 32
  }

  /// Traps if no object was added.
  func check() { precondition(numbers != 0 && bytes > 0) }
}

/// A count that an observer sets. The observer runs on the writer's thread.
final class Seen: @unchecked Sendable {
  var count = 0
}

/// The resources that the process has used so far.
struct Usage {
  /// The peak of resident memory in KB.
  var peak: Int
  /// The processor time in milliseconds, user and system. Other programs on the machine affect it
  /// less than the elapsed time.
  var processor: Double

  /// The current usage (`getrusage`).
  static var now: Usage {
    var usage = rusage()
    #if canImport(Darwin)
      // Darwin reports bytes, and Linux KB.
      unsafe getrusage(RUSAGE_SELF, &usage)
      let peak = Int(usage.ru_maxrss) / 1024
    #else
      unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
      let peak = Int(usage.ru_maxrss)
    #endif
    let seconds = usage.ru_utime.tv_sec + usage.ru_stime.tv_sec
    let microseconds = usage.ru_utime.tv_usec + usage.ru_stime.tv_usec
    return Usage(peak: peak, processor: Double(seconds) * 1e3 + Double(microseconds) / 1e3)
  }
}
