import CPosix
import Filesystem
import Sandboxes
import Synchronization
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite struct FileLockTests {
  private let scratch: TemporaryDirectory
  private let path: FilePath

  init() throws {
    scratch = try TemporaryDirectory()
    path = scratch.path.appending("lock")
  }

  @Test func `a lock is held until it is released`() throws {
    #expect(!FileLock.isHeld(path))
    do {
      let lock = try acquire("to test")
      #expect(FileLock.isHeld(path))
      #expect(try path.text() == "\(getpid()) to test")
      _ = consume lock
    }
    #expect(!FileLock.isHeld(path))
  }

  @Test func `a waiter learns the holder and purpose once, then times out`() throws {
    let lock = try acquire("the first")
    var told: [String] = []
    var failure: FileLock.Failure?
    do throws(FileLock.Failure) {
      _ = try FileLock.acquire(path, purpose: "the second", timeout: .milliseconds(70)) {
        told.append($0)
      }
    } catch {
      failure = error
    }
    #expect(told == ["\(getpid()) the first"])
    guard case .timedOut(path, holder: "\(getpid()) the first") = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(try path.text() == "\(getpid()) the first")
    _ = consume lock
  }

  /// A timeout long enough for a busy machine. The holder releases the lock when its task runs,
  /// and tests that compute may occupy the cooperative thread pool for minutes.
  private var longTimeout: Duration { .seconds(600) }

  @Test func `a waiter gets the lock when the holder releases it`() async throws {
    let (path, longTimeout) = (path, longTimeout)
    let lock = Mutex<FileLock?>(try acquire("the first with a long purpose"))
    let (waiting, isWaiting) = AsyncStream.makeStream(of: Void.self)
    async let second: String = BlockingThread.result {
      let lock = try FileLock.acquire(path, purpose: "the second", timeout: longTimeout) { _ in
        isWaiting.finish()
      }
      return try withExtendedLifetime(lock) { try path.text() }
    }
    for await _ in waiting {}
    lock.withLock { $0 = nil }
    #expect(try await second == "\(getpid()) the second")
  }

  @Test func `a waiter does not time out while the holder does long work`() async throws {
    let path = path
    let lock = try acquire("the first")
    FileLock.announce("lua 5.4.4", at: path)
    let told = Mutex<[String]>([])
    let hasEnded = Mutex(false)
    async let failure: FileLock.Failure? = BlockingThread.result {
      defer { hasEnded.withLock { $0 = true } }
      do throws(FileLock.Failure) {
        _ = try FileLock.acquire(path, purpose: "the second", timeout: .milliseconds(50)) { text in
          told.withLock { $0.append(text) }
        }
        return nil
      } catch {
        return error
      }
    }
    while told.withLock({ $0.isEmpty }) { try await Task.sleep(for: .milliseconds(5)) }
    try await Task.sleep(for: .milliseconds(300))
    #expect(!hasEnded.withLock { $0 })
    FileLock.announce(nil, at: path)
    guard case .timedOut(path, holder: "\(getpid()) the first") = await failure else {
      Issue.record("\(String(describing: await failure))")
      return
    }
    #expect(told.withLock { $0 } == ["\(getpid()) the first\nlua 5.4.4"])
    _ = consume lock
  }

  @Test func `a waiter learns when the holder begins long work`() async throws {
    let (path, longTimeout) = (path, longTimeout)
    let lock = Mutex<FileLock?>(try acquire("the first"))
    let told = Mutex<[String]>([])
    async let text: String = BlockingThread.result {
      let lock = try FileLock.acquire(path, purpose: "the second", timeout: longTimeout) { text in
        told.withLock { $0.append(text) }
      }
      return try withExtendedLifetime(lock) { try path.text() }
    }
    while told.withLock({ $0.isEmpty }) { try await Task.sleep(for: .milliseconds(5)) }
    FileLock.announce("lua 5.4.4", at: path)
    while told.withLock({ $0.count }) < 2 { try await Task.sleep(for: .milliseconds(5)) }
    lock.withLock { $0 = nil }
    #expect(try await text == "\(getpid()) the second")
    #expect(
      told.withLock { $0 } == ["\(getpid()) the first", "\(getpid()) the first\nlua 5.4.4"])
  }

  @Test func `a lock is released when its process ends for any reason`() async throws {
    let name = path.string
    await #expect(processExitsWith: .signal(SIGKILL)) { [name = name as String] in
      let lock = try FileLock.acquire(FilePath(name), purpose: "to die", timeout: .zero) { _ in }
      kill(getpid(), SIGKILL)
      _ = consume lock
    }
    #expect(try path.text().hasSuffix(" to die"))
    #expect(!FileLock.isHeld(path))
    _ = try acquire("the next", timeout: .zero)
  }

  @Test func `a lock on a file removed in the meantime is not accepted`() async throws {
    let (path, longTimeout) = (path, longTimeout)
    let old = Mutex<FileLock?>(try acquire("the old"))
    let (waiting, isWaiting) = AsyncStream.makeStream(of: Void.self)
    async let second: Bool = BlockingThread.result {
      let lock = try FileLock.acquire(path, purpose: "the second", timeout: longTimeout) { _ in
        isWaiting.finish()
      }
      return withExtendedLifetime(lock) { FileLock.isHeld(path) }
    }
    for await _ in waiting {}
    try path.removeFile()
    #expect(try await second)
    #expect(try path.text() == "\(getpid()) the second")
    old.withLock { $0 = nil }
  }

  @Test func `work that needs a free lock runs only while nobody holds it`() throws {
    #expect(try FileLock.whileFree(path) { 1 } == 1, "there is no file")
    #expect(try path.linkStatus() == nil)
    do {
      let lock = try acquire("to work")
      #expect(try FileLock.whileFree(path) { 1 } == nil)
      _ = consume lock
    }
    let nested = try FileLock.whileFree(path) { () throws(FileError) in
      #expect(FileLock.isHeld(path))
      return try FileLock.whileFree(path) { 2 }
    }
    #expect(nested == 2)
    #expect(!FileLock.isHeld(path))
    #expect(try path.text() == "\(getpid()) to work")
  }

  @Test func `a lock that cannot be created is a system error`() {
    var failure: FileLock.Failure?
    do throws(FileLock.Failure) {
      _ = try FileLock.acquire("/dev/null/lock", purpose: "", timeout: .zero) { _ in }
    } catch {
      failure = error
    }
    guard case .system(let error) = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(error == FileError(.create, "/dev/null/lock", code: ENOTDIR))
  }

  /// Acquires the lock, and records an issue if it is not free.
  private func acquire(
    _ purpose: String, timeout: Duration = .zero
  ) throws(FileLock.Failure) -> FileLock {
    try FileLock.acquire(path, purpose: purpose, timeout: timeout) { _ in
      Issue.record("somebody holds the lock")
    }
  }
}

extension FileLock {
  /// Returns whether a process holds the lock at `path`. False if the file is missing.
  fileprivate static func isHeld(_ path: FilePath) -> Bool {
    guard let descriptor = try? FileDescriptor.open(path, .read) else { return false }
    return bootstrap_flock(descriptor.number, LOCK_EX | LOCK_NB) != 0
  }
}
