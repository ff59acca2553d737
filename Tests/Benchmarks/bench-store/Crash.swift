import ObjectStore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Work on a store that `scripts/test-store-crashes` kills halfway, and the verification of the
/// store afterward.
///
/// After each commit, the process appends a byte to the file `<path>.acknowledged`.
struct Crash {
  /// The path of the database.
  let path: String
  /// The path of the file with a byte for each acknowledged commit.
  private var acknowledgements: String { path + ".acknowledged" }

  init(path: String) { self.path = path }

  /// Commits transactions of one owner and twenty files, without end.
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

  /// Requires that the store contains complete transactions: all acknowledged ones, and at most one
  /// more. The process can be killed between a commit and its acknowledgment.
  func verifySaved() throws {
    let store = try Store(.file(path), model: Models.guarded)
    let owners = try store.count(FetchRequest(Owner.self))
    try requireSound(store)
    try require(owners == acknowledged || owners == acknowledged + 1, "\(owners) transactions")
    try require(try store.count(FetchRequest(FileRecord.self)) == owners * 20, "half a transaction")
  }

  /// Runs batches that add a million to the size of every file, without end.
  func batch() throws {
    let store = try Store(.file(path), model: Models.guarded)
    while true {
      try store.execute(
        BatchUpdate(FileRecord.self, returning: .status).setting(\.size, to: \.size + 1_000_000))
      acknowledge()
    }
  }

  /// Requires that the store contains complete batches: all acknowledged ones, and at most one
  /// more. The original sizes are below a million, so the quotient is the number of batches.
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

  /// Migrates a store of ``Models/plain`` in two steps that each rewrite every row, and verifies
  /// the result. Running it again after a kill completes the migration.
  func migrate() async throws {
    let store = try await Store.open(.file(path), model: Self.migrated)
    try requireSound(store)
    try require(
      try store.count(FetchRequest(PlainFile.self, where: \.mode == 3)) == 5000, "lost rows")
    try require(unsafe access(path + ".before", F_OK) != 0, "the copy was left")
  }

  /// The model of ``migrate()``, with two steps. 420 is the mode 0o644 of the sample files.
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

  /// Appends a byte to the file of acknowledgments.
  private func acknowledge() {
    let descriptor = unsafe open(acknowledgements, O_WRONLY | O_CREAT | O_APPEND, 0o644)
    unsafe write(descriptor, ".", 1)
    close(descriptor)
  }

  /// The number of acknowledged commits.
  private var acknowledged: Int {
    var status = stat()
    return unsafe stat(acknowledgements, &status) == 0 ? Int(status.st_size) : 0
  }

  /// Ends the process with a message and code 1 if the verification of the store finds a problem.
  private func requireSound(_ store: Store) throws {
    let findings = try store.verify()
    try require(findings.isEmpty, findings.joined(separator: "\n"))
  }

  /// Ends the process with a message and code 1 unless `condition` holds.
  private func require(_ condition: Bool, _ otherwise: String) throws {
    guard !condition else { return }
    print("\(path): \(otherwise), \(acknowledged) acknowledged")
    exit(1)
  }
}
