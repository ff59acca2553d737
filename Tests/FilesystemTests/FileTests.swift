import Sandboxes
import Testing

@testable import Filesystem

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite struct FileTests {
  private let scratch: TemporaryDirectory

  init() throws {
    scratch = try TemporaryDirectory()
  }

  @Test func `a user's file is rewritten through links, keeping its mode`() throws {
    let file = scratch.path.appending("dotfiles/version")
    try file.parentDirectory.makeDirectories()
    try file.replaceContents(with: "old".utf8)
    try file.setPermissions(0o664)
    let link = scratch.path.appending("version")
    try link.makeLink(to: "dotfiles/version")
    try link.rewrite(with: "new".utf8)
    #expect(try link.linkTarget() == "dotfiles/version")
    #expect(try file.contents(limit: 10) == Array("new".utf8))
    #expect(try file.status()?.permissions == 0o664)
    #expect(try file.parentDirectory.entries() == ["version"])

    let dangling = scratch.path.appending("dangling")
    try dangling.makeLink(to: "nowhere")
    try dangling.rewrite(with: "new".utf8)
    #expect(try dangling.linkTarget() == nil)
    #expect(try dangling.contents(limit: 10) == Array("new".utf8))
  }

  @Test func `a user's file that is read-only is not rewritten`() throws {
    let file = try scratch.file("Toolfile", "old")
    try file.setPermissions(0o444)
    #expect(code { () throws(FileError) in try file.rewrite(with: "new".utf8) } == EACCES)
    #expect(try file.contents(limit: 10) == Array("old".utf8))
    #expect(try scratch.path.entries() == ["Toolfile"])
    try file.setPermissions(0o644)
    try file.rewrite(with: "new".utf8)
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give files away"))
  func `a user's file that root rewrites stays the user's`() throws {
    let file = try scratch.file(".bashrc", "old", permissions: 0o600)
    #expect(unsafe file.withCString { unsafe chown($0, 65_534, 65_534) } == 0)
    try file.rewrite(with: "new".utf8)
    let status = try #require(try file.status())
    #expect(status.owner == 65_534 && status.group == 65_534 && status.permissions == 0o600)
  }

  @Test func `a user's file that is a mount point is written in place`() throws {
    let file = try scratch.file("Toolfile", "a longer text")
    let number = try file.status()?.inode
    #expect(FileError(.rename, file, code: EBUSY).isMountPoint)
    try file.overwriteContents(with: "new".utf8)
    #expect(try file.contents(limit: 20) == Array("new".utf8))
    #expect(try file.status()?.inode == number)
  }

  @Test func `contents are read back, up to a limit`() throws {
    let file = try scratch.file("a", "12345")
    #expect(try file.contents(limit: 5) == Array("12345".utf8))
    #expect(code { () throws(FileError) in _ = try file.contents(limit: 4) } == EFBIG)
  }

  @Test func `reading an endless file stops at the limit`() {
    #expect(
      code { () throws(FileError) in _ = try FilePath("/dev/zero").contents(limit: 100_000) }
        == EFBIG)
  }

  @Test func `a file of unknown size is read completely`() throws {
    let environment = try FilePath("/proc/self/status").contentsIfPresent(limit: 1 << 20)
    if let environment {
      #expect(String(decoding: environment, as: UTF8.self).contains("\nPid:\t\(getpid())\n"))
    }
  }

  @Test(arguments: ["missing", "file/below", "missing/below"])
  func `a missing file is not an error where it is optional`(name: String) throws {
    try scratch.file("file")
    let path = scratch.path.appending(name)
    #expect(try path.contentsIfPresent(limit: 10) == nil)
    #expect(try path.status() == nil)
    #expect(try path.linkTarget() == nil)
    #expect(!path.exists)
    try path.removeFile()
    try path.removeTree()
    #expect(code { () throws(FileError) in _ = try path.contents(limit: 10) } != 0)
  }

  @Test func `reading a directory as a file is an error`() throws {
    let directory = try scratch.directory("a")
    #expect(code { () throws(FileError) in _ = try directory.contents(limit: 10) } == EISDIR)
  }

  @Test func `reading a pipe does not block`() throws {
    let pipe = scratch.path.appending("pipe")
    #expect(unsafe pipe.withCString { unsafe mkfifo($0, 0o644) } == 0)
    #expect(try pipe.contents(limit: 10) == [])
    #expect(try pipe.status()?.kind == .pipe)
  }

  @Test func `a new file appears with its contents, and replaces no other`() throws {
    let file = scratch.path.appending("new")
    try file.createFile(with: "text".utf8)
    #expect(code { () throws(FileError) in try file.createFile(with: [1]) } == EEXIST)
    #expect(try file.text() == "text")
    #expect(try scratch.path.entries() == ["new"])
  }

  @Test func `a copy ends when the task that waits for it is canceled`() async throws {
    let file = try scratch.file("a", "text")
    let copy = scratch.path.appending("b")
    let task = Task { () -> Bool in
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      do throws(FileError) {
        try await BlockingThread.result { () throws(FileError) in try file.copyFile(to: copy) }
        return false
      } catch {
        return error.isCancellation
      }
    }
    #expect(await task.value)
    #expect(try copy.text() == "")
    try file.copyFile(to: scratch.path.appending("c"))
  }

  @Test(.enabled(if: TemporaryDirectory.otherFileSystem != nil, "no second file system"))
  func `a file is moved to another file system`() throws {
    let elsewhere = try TemporaryDirectory(in: TemporaryDirectory.otherFileSystem)
    let file = try scratch.file("a", "new")
    let moved = try elsewhere.file("b", "old")
    #expect(code { () throws(FileError) in try file.rename(to: moved) } == EXDEV)
    try file.moveFile(to: moved)
    #expect(try moved.text() == "new")
    #expect(try scratch.path.entries() == [])
    #expect(try elsewhere.path.entries() == ["b"])

    // A failure leaves the file where it was, and nothing elsewhere.
    let kept = try scratch.file("c", "kept")
    let folder = try elsewhere.directory("folder")
    #expect(code { () throws(FileError) in try kept.moveFile(to: folder) } == EISDIR)
    #expect(try kept.text() == "kept")
    #expect(try elsewhere.path.entries() == ["b", "folder"])
  }

  @Test func `replacing a file leaves no temporary file`() throws {
    let file = try scratch.file("a", "old", permissions: 0o600)
    try file.replaceContents(with: Array("new".utf8), permissions: 0o640)
    #expect(try file.text() == "new")
    #expect(try file.status()?.permissions == 0o640)
    #expect(try scratch.path.entries() == ["a"])
  }

  @Test func `a failed replacement changes nothing and leaves no temporary file`() throws {
    let directory = try scratch.directory("a/b")
    let failure = code { () throws(FileError) in
      try directory.parentDirectory.replaceContents(with: [1])
    }
    #expect(failure == EISDIR)
    #expect(try scratch.path.entries() == ["a"])
  }

  @Test func `a file with a name of 255 bytes can be replaced`() throws {
    let file = scratch.path.appending(String(repeating: "ä", count: 127) + "a")
    try file.replaceContents(with: [1])
    try file.replaceContents(with: [2])
    #expect(try file.contents(limit: 1) == [2])
  }

  @Test(arguments: 0..<3)
  func `a reader during a replacement sees the complete old or new file`(round: Int) async throws {
    let file = scratch.path.appending("a")
    let texts = ["a", "b"].map { Array(String(repeating: $0, count: 50_000).utf8) }
    try file.replaceContents(with: texts[0])
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        for turn in 0..<30 { try file.replaceContents(with: texts[turn % 2]) }
      }
      group.addTask {
        for _ in 0..<200 {
          let contents = try file.contents(limit: 60_000)
          #expect(texts.contains(contents))
        }
      }
      try await group.waitForAll()
    }
  }

  @Test(.enabled(if: FilePath("/dev/full").exists, "there is no /dev/full"))
  func `a full disk is reported`() throws {
    let full = try FileDescriptor.open("/dev/full", .overwrite(permissions: 0))
    var failure: FileError?
    do throws(FileError) { try full.write([1]) } catch { failure = error }
    #expect(failure == FileError(.write, "/dev/full", code: ENOSPC))
  }

  @Test func `exceeding the file size limit is an error and leaves nothing`() async throws {
    let folder = scratch.path.string
    await #expect(processExitsWith: .success) { [folder = folder as String] in
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: 4096, rlim_max: 4096)
      require(unsafe setrlimit(fileSizeLimit, &limit) == 0, "no limit")
      let file = FilePath(folder).appending("a")
      let failure = code { () throws(FileError) in
        try file.replaceContents(with: [UInt8](repeating: 1, count: 10_000))
      }
      require(failure == EFBIG, "failed with \(failure)")
      require(try FilePath(folder).entries().isEmpty, "something is left")
    }
  }

  @Test func `a descriptor is closed in child processes`() throws {
    let file = try scratch.file("a")
    let open = try FileDescriptor.open(file, .read)
    #expect(fcntl(open.number, F_GETFD) & FD_CLOEXEC != 0)
  }

  @Test func `a status distinguishes kinds and links`() throws {
    let file = try scratch.file("file", "abc", permissions: 0o751)
    let link = scratch.path.appending("link")
    try link.makeLink(to: "file")
    #expect(try file.status()?.kind == .file)
    #expect(try file.status()?.size == 3)
    #expect(try file.status()?.permissions == 0o751)
    #expect(try link.status() == file.status())
    #expect(try link.linkStatus()?.kind == .link)
    #expect(try scratch.path.status()?.kind == .directory)
    #expect(file.isExecutableFile)
    #expect(!scratch.path.isExecutableFile)
  }

  @Test func `writing to a directory requires permission`() async throws {
    let directory = try scratch.directory("locked")
    try directory.setPermissions(0o555)
    let folder = directory.string
    await #expect(processExitsWith: .success) { [folder = folder as String] in
      becomeNobody()
      let directory = FilePath(folder)
      let failure = code { () throws(FileError) in
        try directory.appending("a").replaceContents(with: [1])
      }
      require(failure == EACCES, "failed with \(failure)")
      require(!directory.isWritable, "is writable")
    }
  }
}

/// RLIMIT_FSIZE (setrlimit(2)), which is an enumeration case with glibc.
#if canImport(Glibc)
  private let fileSizeLimit = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
#else
  private let fileSizeLimit = RLIMIT_FSIZE
#endif
