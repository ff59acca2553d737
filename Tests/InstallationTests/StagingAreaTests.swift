import Diagnostics
import Filesystem
import Installation
import Layout
import Manifests
import Sandboxes
import Synchronization
import Testing
import Vocabulary

/// The lock of the root, and the folders that mark unfinished work.
@Suite struct StagingAreaTests {
  private let folder: TemporaryDirectory
  private let root: Root

  init() throws {
    folder = try TemporaryDirectory()
    root = Root(folder.path.appending("root"))
  }

  private func begin() throws -> StagingArea {
    try StagingArea.begin(in: root, purpose: "test") { _ in }
  }

  @Test func `finished work leaves nothing behind`() throws {
    for _ in 0..<2 {
      let staging = try begin()
      let foundRemains = staging.foundRemains
      #expect(!foundRemains)
      #expect(try root.unfinishedWork() == [staging.folder.lastComponent])
      try staging.folder.appending("some/work").makeDirectories()
      try staging.finish()
      #expect(try root.unfinishedWork() == [])
    }
  }

  @Test func `discarded work is moved aside and deleted with the trash`() throws {
    let staging = try begin()
    try staging.folder.appending("some/work").makeDirectories()
    try staging.discard(to: Trash(root))
    #expect(try root.unfinishedWork() == [])
    #expect(try root.trash.entries().count == 1)
    try Trash(root).empty(now: WallClock.now)
    #expect(try root.trash.entries() == [])
  }

  @Test func `remains of a dead owner are found, removed and reported`() throws {
    let left: FilePath
    do {
      let dead = try begin()
      left = dead.folder
      try left.appending("ruff-0123456789abcdef0123456789abcdef01234567/content").makeDirectories()
    }
    #expect(left.exists)
    let next = try begin()
    let foundRemains = next.foundRemains
    #expect(foundRemains)
    #expect(!left.exists)
    // The new owner has its own marker until it finishes, because it may die as well.
    #expect(try root.unfinishedWork().count == 1)
    try next.finish()
    let last = try begin()
    let foundMore = last.foundRemains
    #expect(!foundMore)
    try last.finish()
  }

  @Test func `a waiter learns the holder and eventually gives up`() throws {
    let holder = try begin()
    let folder = holder.folder
    var holders: [String] = []
    let problem = #expect(throws: Problem.self) {
      let second = try StagingArea.begin(
        in: root, purpose: "other", timeout: .milliseconds(30)
      ) { holders.append($0) }
      try second.finish()
    }
    #expect(holders.count == 1)
    #expect(holders.first?.hasSuffix(" test") == true)
    #expect(
      problem == .system(.lockHeld(path: root.stagingLock.string, holder: holders.first ?? "")))
    // The holder's folder was not mistaken for remains.
    #expect(folder.exists)
    try holder.finish()
  }

  @Test func `a waiter gets the lock when it is released`() async throws {
    let root = root
    let holder = try begin()
    let (waiting, continuation) = AsyncStream.makeStream(of: Void.self)
    let second = Task.detached {
      try await BlockingThread.result { () throws(Problem) -> Bool in
        let staging = try StagingArea.begin(in: root, purpose: "second") { _ in
          continuation.yield()
        }
        let foundRemains = staging.foundRemains
        try staging.finish()
        return foundRemains
      }
    }
    for await _ in waiting { break }
    try holder.finish()
    #expect(try await second.value == false)
    #expect(try root.unfinishedWork() == [])
  }
}

/// The removal of installations, and the time that the trash keeps them.
@Suite struct TrashTests {
  private let folder: TemporaryDirectory
  private let root: Root

  init() throws {
    folder = try TemporaryDirectory()
    root = Root(folder.path)
  }

  /// Creates an incomplete installation of a version.
  private func installed(_ version: String) throws -> InstalledVersion {
    let installed = InstalledVersion(
      tool: try #require(ToolName("ruff")), version: try #require(VersionText(version)),
      id: try #require(ContentID("0123456789abcdef0123456789abcdef01234567")))
    try root.folder(of: installed).appending("bin").makeDirectories()
    return installed
  }

  /// Moves an installation to the trash.
  private func take(_ installed: InstalledVersion, now: Int64) throws {
    try root.folder(of: installed)
      .rename(to: try Trash(root).place(for: .installation(installed), now: now))
  }

  @Test(arguments: ["99999999999999999999-ruff-1-x", "-99999999999999999999-ruff-1-x"])
  func `an entry whose time is out of range is old`(_ name: String) throws {
    try root.trash.appending(name).makeDirectories()
    try Trash(root).empty(now: 5)
    #expect(try root.trash.entries() == [])
  }

  @Test func `a trashed installation is hidden and kept for the retention period`() throws {
    let (old, new) = (try installed("1"), try installed("2"))
    let trash = Trash(root)
    try take(old, now: 1_000_000)
    #expect(try root.installedVersions() == [new])
    let taken = root.trash.appending("1000000-ruff@1-0123456789abcdef0123456789abcdef01234567")
    #expect(taken.appending("bin").isDirectory)

    try trash.empty(now: 1_000_000 + Trash.retention)
    #expect(taken.exists)
    try take(new, now: 1_000_000 + Trash.retention)
    try trash.empty(now: 1_000_001 + Trash.retention)
    #expect(
      try root.trash.entries() == [
        "\(1_000_000 + Trash.retention)-ruff@2-0123456789abcdef0123456789abcdef01234567"
      ])
  }

  @Test func `trashing the same version twice in one second is allowed`() throws {
    let installed = try installed("1")
    try take(installed, now: 5)
    _ = try self.installed("1")
    try take(installed, now: 5)
    #expect(try root.installedVersions() == [])
    let name = "5-ruff@1-0123456789abcdef0123456789abcdef01234567"
    #expect(
      try root.trash.entries() == ["5-+ruff@1-0123456789abcdef0123456789abcdef01234567", name])
  }

  /// The arguments are the time at which an installation is taken, and the current time.
  @Test(arguments: [(-1_000_000, -1_000_000), (-90_000, 1), (.min, 0), (.max, 0)])
  func `a clock far in the past or the future keeps no entry forever`(
    _ taken: Int64, _ now: Int64
  ) throws {
    let trash = Trash(root)
    try take(try installed("1"), now: taken)
    try trash.empty(now: now)
    let isKept = taken >= now
    #expect(try root.trash.entries().count == (isKept ? 1 : 0))
    try trash.empty(now: now + Trash.retention)
    #expect(try root.trash.entries().count == (isKept ? 1 : 0))
    try trash.empty(now: now + Trash.retention + 1)
    #expect(try root.trash.entries() == [])
  }

  @Test func `each kind of entry can be told from its name`() throws {
    let installed = try installed("1-2")
    let contents: [TrashEntry.Content] = [
      .installation(installed), .link(installed.tool, installed.version),
      .packages(installed.tool, installed.version),
      .download(try #require(SHA256Digest(bytes: [UInt8](repeating: 7, count: 32)))),
    ]
    for content in contents + contents {
      try Trash(root).place(for: content, now: 5).makeDirectory()
    }
    let found = try Trash(root).entries().map(\.content)
    #expect(found.count == 8)
    #expect(Set(found) == Set(contents))
  }

  @Test func `what is being deleted cannot be restored`() throws {
    try root.trash.appending("0-ruff@1-0123456789abcdef0123456789abcdef01234567").makeDirectories()
    #expect(try Trash(root).entries() == [])
  }

  @Test func `foreign files in the trash are kept`() throws {
    try root.trash.appending("mine").makeDirectories()
    try Trash(root).empty(now: 1 << 40)
    #expect(try root.trash.entries() == ["mine"])
    try Trash(Root(root.path.appending("missing"))).empty(now: 1)
  }

  @Test func `trashing a missing installation is an error`() throws {
    let installed = try installed("1")
    try take(installed, now: 5)
    #expect(throws: FileError.self) { try take(installed, now: 5) }
    #expect(try root.trash.entries() == ["5-ruff@1-0123456789abcdef0123456789abcdef01234567"])
  }
}
