import Filesystem
import ObjectStore
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite struct FaultTests {
  let folder = StoreFolder()

  /// The path of the store that most tests use.
  private var path: String { folder.path + "/store.sqlite" }

  /// Creates a store with several database pages of books and closes it.
  private func filled(_ books: Int = 150) throws {
    let store = try folder.store()
    _ = try Library.fill(store, books: books)
  }

  @Test func `a closed store is a single file`() throws {
    try filled()
    #expect(folder.names == ["store.sqlite"])
  }

  @Test func `each kind of path that is not a store has its own error`() throws {
    #expect(throws: StoreError.notAFile(path: folder.path)) {
      try Store(.file(folder.path), model: Library.model)
    }
    let missing = folder.path + "/missing/store.sqlite"
    guard
      case .notFound(missing, ENOENT) = #expect(
        throws: StoreError.self,
        performing: {
          try Store(.file(missing), model: Library.model)
        })
    else {
      Issue.record("a missing directory is not found")
      return
    }
    try FilePath(path).replaceContents(
      with: Array("#!/bin/sh\necho this is no database, though it is long enough\n".utf8))
    guard
      case .notADatabase = #expect(
        throws: StoreError.self,
        performing: {
          try folder.store()
        })
    else { return }
    #expect(try FilePath(path).contents(limit: 1 << 20).starts(with: Array("#!/bin/sh".utf8)))
  }

  @Test func `an emptied file is not treated as a new store`() throws {
    try filled()
    try FilePath(path).replaceContents(with: [])
    guard
      case .notADatabase = #expect(
        throws: StoreError.self,
        performing: {
          try folder.store()
        })
    else { return }
  }

  @Test func `a database of another application is rejected`() throws {
    try filled()
    let other = Model(version: 1, applicationID: 7, entities: [Author.self])
    #expect(throws: StoreError.foreignApplication(path: path, found: Library.applicationID)) {
      try Store(.file(path), model: other)
    }
  }

  /// `page` is the index of the database page, of 8,192 bytes, that is overwritten in the closed
  /// file. Opening a store reads only some of its pages.
  @Test(arguments: [0, 1, 2, 3])
  func `a damaged page is an error, not a crash`(page: Int) throws {
    try filled()
    var bytes = try FilePath(path).contents(limit: 1 << 20)
    for index in (page * 8192)..<min(bytes.count, (page + 1) * 8192) { bytes[index] = 0x5a }
    try FilePath(path).replaceContents(with: bytes)
    let error = #expect(throws: StoreError.self) {
      let store = try folder.store()
      let findings = try store.verify()
      #expect(!findings.isEmpty)
      for author in try store.fetch(FetchRequest(Author.self)) { _ = author }
      for book in try store.fetch(FetchRequest(Book.self, sortedBy: [.ascending(\.title)])) {
        _ = book
      }
      _ = try store.fetch(
        FetchRequest(Book.self, where: \.pages > 0, sortedBy: [.ascending(\.pages)]))
      // If no query reads the damaged page, only the verification finds it. The closure
      // then throws the error that the test expects. The code is `SQLITE_CORRUPT`.
      if !findings.isEmpty {
        throw StoreError.damaged(path: path, ResultCode(rawValue: 11), detail: "")
      }
    }
    switch error {
    case .damaged, .notADatabase: break
    default: Issue.record("\(String(describing: error))")
    }
  }

  @Test func `a truncated file is reported as damaged`() throws {
    try filled()
    let bytes = try FilePath(path).contents(limit: 1 << 20)
    try FilePath(path).replaceContents(with: Array(bytes.prefix(bytes.count - 3 * 8192)))
    guard
      case .damaged = #expect(
        throws: StoreError.self,
        performing: {
          let store = try folder.store()
          _ = try store.fetch(FetchRequest(Book.self))
          _ = try store.fetch(
            FetchRequest(Book.self, sortedBy: [.ascending(\.author), .ascending(\.title)]))
          _ = try store.fetch(FetchRequest(Book.self, sortedBy: [.ascending(\.pages)]))
        })
    else { return }
  }

  @Test func `a path with URI metacharacters works`() throws {
    let store = try Store(.file(folder.path + "/a?b#c%41 dü😀.sqlite"), model: Library.model)
    _ = try Library.fill(store, books: 1)
    #expect(folder.names.contains("a?b#c%41 dü😀.sqlite"))
  }

  @Test func `a store in a read-only directory can be read`() async throws {
    try filled()
    await #expect(processExitsWith: .success) { [path = folder.path as String] in
      try becomeUnprivileged(in: path)
      unsafe chmod(path, 0o555)
      let store = try Store(.file(path + "/store.sqlite"), model: Library.model)
      try require(store.isReadOnly)
      try require(try store.count(FetchRequest(Book.self)) == 150)
      do throws(StoreError) {
        try store.insert(Author(name: "Nobody", mentor: nil))
        // Reached only if the insertion succeeds. In the exit tests of this file, this error stands
        // for a missing error.
        throw StoreError.cancelled
      } catch {
        guard case .readOnly = error else { throw error }
      }
      unsafe chmod(path, 0o755)
    }
  }

  /// Read without its log, an unclosed store would lack the last commits.
  @Test func `an unclosed store in a read-only directory is rejected`() async throws {
    let store = try folder.store()
    _ = try Library.fill(store, books: 10)
    let copy = folder.path + "/copy"
    unsafe mkdir(copy, 0o755)
    for name in ["store.sqlite", "store.sqlite-wal"] {
      try FilePath(folder.path + "/" + name).copyFile(to: FilePath(copy + "/" + name))
    }
    #expect(try FilePath(copy + "/store.sqlite-wal").contents(limit: 1 << 20).count > 0)
    // The copy must be reachable for the unprivileged user.
    unsafe chmod(folder.path, 0o755)
    await #expect(processExitsWith: .success) { [path = copy as String] in
      try becomeUnprivileged(in: path)
      unsafe chmod(path, 0o555)
      do throws(StoreError) {
        _ = try Store(.file(path + "/store.sqlite"), model: Library.model)
        throw StoreError.cancelled
      } catch {
        try require(error == .notPermitted(path: path, owner: getuid(), errno: EACCES))
      }
      unsafe chmod(path, 0o755)
      let store = try Store(.file(path + "/store.sqlite"), model: Library.model)
      try require(try store.count(FetchRequest(Book.self)) == 10)
    }
    withExtendedLifetime(store) {}
  }

  @Test func `the log of a removed store is not replayed into a new one`() throws {
    let store = try folder.store()
    _ = try Library.fill(store, books: 10)
    let old = FilePath(folder.path + "/store.sqlite-wal")
    let log = FilePath(folder.path + "/new.sqlite-wal")
    for _ in 1...3 {
      try log.removeFile()
      try old.copyFile(to: log)
      let new = try folder.store(name: "new.sqlite")
      #expect(try new.count(FetchRequest(Book.self)) == 0)
      _ = try Library.fill(new, books: 2)
      #expect(try new.verify().isEmpty)
      try FilePath(folder.path + "/new.sqlite").removeFile()
    }
    withExtendedLifetime(store) {}
  }

  @Test(.enabled(if: geteuid() == 0, "needs files of two users"))
  func `a log that another user left is reported with its owner`() async throws {
    try filled()
    await #expect(processExitsWith: .success) { [path = folder.path as String] in
      try FilePath(path + "/store.sqlite-wal").replaceContents(with: [1])
      unsafe chmod(path + "/store.sqlite-wal", 0o600)
      try becomeUnprivileged(in: path)
      do throws(StoreError) {
        _ = try Store(.file(path + "/store.sqlite"), model: Library.model)
        throw StoreError.cancelled
      } catch {
        try require(
          error == .notPermitted(path: path + "/store.sqlite-wal", owner: 0, errno: EACCES))
      }
    }
  }

  @Test func `a file or directory without permission is reported`() async throws {
    try filled()
    await #expect(processExitsWith: .success) { [path = folder.path as String] in
      try becomeUnprivileged(in: path)
      unsafe chmod(path + "/store.sqlite", 0)
      do throws(StoreError) {
        _ = try Store(.file(path + "/store.sqlite"), model: Library.model)
        throw StoreError.cancelled
      } catch {
        guard case .notPermitted(path + "/store.sqlite", getuid(), EACCES) = error else {
          throw error
        }
      }
      unsafe chmod(path, 0)
      do throws(StoreError) {
        _ = try Store(.file(path + "/store.sqlite"), model: Library.model)
        throw StoreError.cancelled
      } catch {
        guard case .notPermitted = error else { throw error }
      }
      unsafe chmod(path, 0o755)
    }
  }

  @Test func `a full disk loses only the current transaction`() async throws {
    try filled()
    await #expect(processExitsWith: .success) { [path = folder.path as String] in
      // Otherwise, this signal ends the process when a file reaches the limit.
      signal(SIGXFSZ, SIG_IGN)
      let store = try Store(.file(path + "/store.sqlite"), model: Library.model)
      var limit = rlimit()
      unsafe getrlimit(fileSize, &limit)
      let unlimited = limit.rlim_cur
      // In bytes. Sufficient for one more author, but not for the batch.
      limit.rlim_cur = 400_000
      unsafe setrlimit(fileSize, &limit)
      let author = try store.insert(Author(name: "Small", mentor: nil))
      let books = (0..<20_000).map { number in
        var book = Library.book(1, by: author)
        book.title = "A title that takes its room \(number)"
        return book
      }
      do throws(StoreError) {
        try await store.execute(BatchInsert(books, returning: .status))
        throw StoreError.cancelled
      } catch {
        guard case .full = error else { throw error }
      }
      limit.rlim_cur = unlimited
      unsafe setrlimit(fileSize, &limit)
      try require(try store.count(FetchRequest(Book.self)) == 150)
      try require(try store.count(FetchRequest(Author.self)) == 2)
      try require(try store.verify() == [])
      try await store.execute(BatchInsert(books, returning: .status))
      try require(try store.count(FetchRequest(Book.self)) == 20_150)
    }
  }
}

// The resource limit on the size of a file, which simulates a full disk. Its type in C differs
// between platforms.
#if canImport(Darwin)
  let fileSize = RLIMIT_FSIZE
#else
  let fileSize = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
#endif

/// The failure of a condition in an exit test, with the line of the condition.
struct UnmetCondition: Error {
  let line: Int
}

/// Fails the process of an exit test unless `condition` holds.
func require(_ condition: @autoclosure () throws -> Bool, line: Int = #line) throws {
  guard try condition() else { throw UnmetCondition(line: line) }
}

/// Gives the folder at `path` and its store to the user `nobody` (65534) and continues as that
/// user, because permissions do not restrict root. A file that others may not read keeps its owner.
/// Does nothing if the tests do not run as root.
func becomeUnprivileged(in path: String) throws {
  guard geteuid() == 0 else { return }
  unsafe chown(path, 65534, 65534)
  for name in ["store.sqlite", "store.sqlite-wal"] {
    var status = stat()
    let file = path + "/" + name
    guard unsafe stat(file, &status) == 0, status.st_mode & 0o044 != 0 else { continue }
    unsafe chown(file, 65534, 65534)
  }
  try require(setgid(65534) == 0 && setuid(65534) == 0)
}
