import ObjectStore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Work to be killed in the middle of, and the look at what is left. `scripts/test-store-crashes` does the killing.
///
/// Every commit that the store has acknowledged appends a byte to the file `acknowledged` beside it.
struct Crash {
  let path: String
  private var acknowledgements: String { path + ".acknowledged" }

  init(path: String) { self.path = path }

  /// Transactions of one owner and twenty files, for ever.
  func save() throws {
    let store = try Store(.file(path), model: Models.guarded)
    while true {
      try store.write { transaction throws(StoreError) in
        let number = try transaction.count(FetchRequest(Owner.self))
        let owner = try transaction.insert(Owner(name: "\(number)"))
        for index in 0..<20 {
          var file = FileRecord.sample(index)
          file.owner = owner
          try transaction.insert(file)
        }
      }
      acknowledge()
    }
  }

  func verifySaved() throws {
    let store = try Store(.file(path), model: Models.guarded)
    let owners = try store.count(FetchRequest(Owner.self))
    try requireSound(store)
    try require(owners == acknowledged || owners == acknowledged + 1, "\(owners) transactions")
    try require(try store.count(FetchRequest(FileRecord.self)) == owners * 20, "half a transaction")
  }

  /// Batches that raise one property of every object, for ever.
  func batch() throws {
    let store = try Store(.file(path), model: Models.guarded)
    while true {
      try store.execute(
        BatchUpdate(FileRecord.self, returning: .status).setting(\.size, to: \.size + 1_000_000))
      acknowledge()
    }
  }

  func verifyBatches() throws {
    let store = try Store(.file(path), model: Models.guarded)
    try requireSound(store)
    let first = Int(try store.find(Identity<FileRecord>(rawValue: 1))?.size ?? -1) / 1_000_000
    try require(first == acknowledged || first == acknowledged + 1, "\(first) batches")
    let other = try store.read { snapshot throws(StoreError) in
      try snapshot.count(
        FetchRequest(
          FileRecord.self,
          where: \.size < Int64(first) * 1_000_000 || \.size >= Int64(first + 1) * 1_000_000))
    }
    try require(other == 0, "half a batch")
  }

  /// The migration of ``Models/plain`` in two steps that rewrite every row.
  func migrate() async throws {
    let store = try await Store.open(.file(path), model: Self.migrated)
    try requireSound(store)
    try require(
      try store.count(FetchRequest(PlainFile.self, where: \.mode == 3)) == 5000, "lost rows")
    try require(unsafe access(path + ".before", F_OK) != 0, "the copy was left")
  }

  private static let migrated = Model(
    version: 3, applicationID: Models.plain.applicationID, entities: [PlainFile.self],
    migrations: [
      Migration(to: 2) { schema throws(StoreError) in
        try schema.execute("UPDATE file SET mode = 2 WHERE mode = 420")
      },
      Migration(to: 3) { schema throws(StoreError) in
        try schema.execute("UPDATE file SET mode = 3 WHERE mode = 2")
      },
    ])

  private func acknowledge() {
    let descriptor = unsafe open(acknowledgements, O_WRONLY | O_CREAT | O_APPEND, 0o644)
    unsafe write(descriptor, ".", 1)
    close(descriptor)
  }

  private var acknowledged: Int {
    var status = stat()
    return unsafe stat(acknowledgements, &status) == 0 ? Int(status.st_size) : 0
  }

  private func requireSound(_ store: Store) throws {
    let findings = try store.verify()
    try require(findings.isEmpty, findings.joined(separator: "\n"))
  }

  private func require(_ condition: Bool, _ otherwise: String) throws {
    guard !condition else { return }
    print("\(path): \(otherwise), \(acknowledged) acknowledged")
    exit(1)
  }
}
