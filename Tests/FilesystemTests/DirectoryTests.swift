import Filesystem
import Sandboxes
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite struct DirectoryTests {
  private let scratch: TemporaryDirectory

  init() throws {
    scratch = try TemporaryDirectory()
  }

  @Test func `directories and their parents are created, repeatedly if needed`() throws {
    let deep = scratch.path.appending("a/b/c")
    try deep.makeDirectories()
    try deep.makeDirectories()
    #expect(deep.isDirectory)
  }

  @Test func `a file in place of a directory is an error`() throws {
    try scratch.file("a")
    let below = scratch.path.appending("a/b")
    #expect(code { () throws(FileError) in try below.makeDirectories() } == ENOTDIR)
    #expect(
      code { () throws(FileError) in try scratch.path.appending("a").makeDirectories() } == EEXIST)
  }

  @Test func `entries are sorted by bytes and omit the directory itself`() throws {
    for name in ["b", "a", "C", ".hidden", "ä"] { try scratch.file(name) }
    #expect(try scratch.path.entries() == [".hidden", "C", "a", "b", "ä"])
    #expect(try scratch.path.appending("none").entriesIfPresent() == [])
  }

  @Test func `links are listed apart, and entries can be examined from above`() throws {
    try scratch.file("folder/file", "four")
    try scratch.path.appending("link").makeLink(to: "folder")
    try scratch.path.appending("folder/link").makeLink(to: "file")
    let directory = try Directory.open(scratch.path)
    #expect(try directory.linksAndOthers().links == ["link"])
    #expect(try directory.linksAndOthers().others == ["folder"])
    #expect(try directory.linkStatus(of: "file", in: "folder")?.size == 4)
    #expect(try directory.linkStatus(of: "file", in: "link")?.size == 4)
    #expect(try directory.linkStatus(of: "link", in: "folder")?.kind == .link)
    #expect(try directory.linkStatus(of: "none", in: "folder") == nil)
    #expect(try directory.linkStatus(of: "file", in: "none") == nil)
    #expect(
      code { () throws(FileError) in _ = try directory.linkStatus(of: "file", in: "..") }
        == EINVAL)
  }

  @Test func `all entries of a large directory are listed once`() throws {
    let names = (0..<1000).map { "a-name-of-many-bytes-\($0 + 1000)" }
    for name in names { try scratch.file(name) }
    let directory = try Directory.open(scratch.path)
    #expect(try directory.entries().map(\.string) == names)
    #expect(try directory.names() == Set(names))
    #expect(try directory.entries(isOnlyListing: true).map(\.string) == names)
    #expect(try scratch.path.entries() == names)
  }

  @Test func `links are listed, and the entries that exist`() throws {
    try scratch.file("file")
    try scratch.path.appending("link").makeLink(to: "file")
    try scratch.path.appending("dangling").makeLink(to: "none")
    let long = FilePath(String(repeating: "folder/", count: 200) + "end")
    try scratch.path.appending("long").makeLink(to: long)
    let directory = try Directory.open(scratch.path)
    #expect(try directory.linksAndOthers().links == ["dangling", "link", "long"])
    #expect(try directory.linkTarget("long") == long)
    #expect(try directory.status(of: "link")?.kind == .file)
    #expect(try directory.status(of: "dangling") == nil)
    let names = ["dangling", "file", "link", "none"]
    #expect(scratch.path.present(among: names) == ["dangling", "file", "link"])
    #expect(scratch.path.appending("none").present(among: names) == [])
  }

  @Test(arguments: [0, 0o444] as [UInt16])
  func `what the system cannot tell counts as present`(_ permissions: UInt16) async throws {
    try scratch.file("folder/file")
    try scratch.path.appending("folder").setPermissions(permissions)
    let folder = scratch.path.appending("folder").string
    await #expect(processExitsWith: .success) { [folder = folder as String] in
      becomeNobody()
      let present = FilePath(folder).present(among: ["file", "none"])
      require(present == ["file", "none"], "\(present)")
    }
    try scratch.path.appending("folder").setPermissions(0o755)
  }

  @Test func `the size of a tree counts files at every depth, and no links`() throws {
    try scratch.file("a", "four")
    try scratch.file("folder/b", "four")
    try scratch.file("folder/deep/c", "four")
    try scratch.file("records/d", "four")
    try scratch.path.appending("folder/link").makeLink(to: "b")
    try scratch.path.appending("above").makeLink(to: ".")
    #expect(scratch.path.sizeOfTree == 16)
    #expect(scratch.path.sizeOfFiles(except: ["records", "b"]) == 12)
    #expect(scratch.path.appending("a").sizeOfTree == 4)
    #expect(scratch.path.appending("above").sizeOfTree == 0)
    #expect(scratch.path.appending("above").sizeOfFiles() == 0)
    #expect(scratch.path.appending("none").sizeOfTree == 0)
  }

  @Test(arguments: ["", ".", "..", "a/b", "/a", "a\0b"])
  func `only a single path component can be opened in a directory`(name: String) throws {
    let directory = try Directory.open(scratch.path)
    #expect(
      code { () throws(FileError) in _ = try directory.makeFile(name, permissions: 0o644) }
        == EINVAL)
    #expect(code { () throws(FileError) in _ = try directory.file(name) } == EINVAL)
    #expect(code { () throws(FileError) in _ = try directory.directory(name) } == EINVAL)
    #expect(code { () throws(FileError) in _ = try directory.makeDirectory(name) } == EINVAL)
    #expect(code { () throws(FileError) in try directory.makeLink(name, to: "x") } == EINVAL)
    #expect(try scratch.path.entries() == [])
  }

  @Test func `links in a directory are never followed`() throws {
    let outside = try scratch.directory("outside")
    try scratch.file("outside/secret", "kept")
    let inside = try scratch.directory("inside")
    try inside.appending("folder").makeLink(to: outside)
    try inside.appending("file").makeLink(to: outside.appending("secret"))
    try inside.appending("dangling").makeLink(to: outside.appending("new"))
    let directory = try Directory.open(inside)

    // For a link in the place of a directory, Linux reports ENOTDIR and other systems ELOOP.
    #expect(
      [ENOTDIR, ELOOP].contains(
        code { () throws(FileError) in _ = try directory.directory("folder") }))
    #expect(
      [ENOTDIR, ELOOP].contains(
        code { () throws(FileError) in _ = try directory.makeDirectory("folder") }))
    #expect(code { () throws(FileError) in _ = try directory.file("file") } == ELOOP)
    for name in ["folder", "file", "dangling"] {
      #expect(
        code { () throws(FileError) in _ = try directory.makeFile(name, permissions: 0o644) }
          == EEXIST)
      #expect(code { () throws(FileError) in try directory.makeLink(name, to: "x") } == EEXIST)
    }
    #expect(try outside.entries() == ["secret"])
  }

  @Test func `an open directory stays the same after a rename`() throws {
    let first = try scratch.directory("first")
    let directory = try Directory.open(first)
    try first.rename(to: scratch.path.appending("moved"))
    try scratch.directory("first")
    try directory.makeFile("a", permissions: 0o600).write(Array("here".utf8))
    #expect(try scratch.path.appending("moved/a").text() == "here")
    #expect(try first.entries() == [])
  }

  @Test func `removing a tree does not follow links in it`() throws {
    try scratch.file("kept/file", "kept")
    try scratch.file("tree/a/b/c/file")
    try scratch.path.appending("tree/a/link").makeLink(to: scratch.path.appending("kept"))
    try scratch.path.appending("tree/empty").makeDirectories()
    try scratch.path.appending("tree").removeTree()
    #expect(try scratch.path.entries() == ["kept"])
    #expect(try scratch.path.appending("kept/file").text() == "kept")
  }

  @Test func `removing a link to a tree keeps the tree`() throws {
    try scratch.file("kept/file", "kept")
    let link = scratch.path.appending("link")
    try link.makeLink(to: "kept")
    try link.removeTree()
    #expect(try scratch.path.entries() == ["kept"])
    #expect(try scratch.path.appending("kept").entries() == ["file"])
  }

  @Test(.enabled(if: namesAreBytes, "this file system takes names in UTF-8 only"))
  func `entries with names that are not UTF-8 are removed too`() throws {
    let tree = try scratch.directory("tree")
    let folder = tree.appending(FilePath(bytes: [0x66, 0xFF]))
    try folder.makeDirectories()
    try folder.appending(FilePath(bytes: [0xE9])).replaceContents(with: [])
    #expect(try Directory.open(tree).entries() == [FilePath(bytes: [0x66, 0xFF])])
    try tree.removeTree()
    #expect(try scratch.path.entries() == [])
  }

  @Test func `a tree without permissions can be removed by its owner`() async throws {
    let folder = scratch.path.string
    if getuid() == 0 {
      #expect(unsafe scratch.path.withCString { unsafe chown($0, 65534, 65534) } == 0)
    }
    await #expect(processExitsWith: .success) { [folder = folder as String] in
      becomeNobody()
      let tree = FilePath(folder).appending("tree")
      for (name, permissions) in [("a", 0), ("b", 0o500), ("c", 0o300)] as [(String, UInt16)] {
        try tree.appending("\(name)/below").makeDirectories()
        try tree.appending("\(name)/below").setPermissions(permissions)
        try tree.appending(name).setPermissions(permissions)
      }
      try tree.setPermissions(0)
      try tree.removeTree()
      require(try FilePath(folder).entries().isEmpty, "something is left")
    }
  }

  @Test func `a link replaces a link or a file atomically`() throws {
    let link = try scratch.file("link", "a file")
    for target in ["a", "b"] as [FilePath] {
      try link.replaceLink(to: target)
      #expect(try link.linkTarget() == target)
    }
    #expect(try scratch.path.entries() == ["link"])
  }

  @Test func `a link cannot replace a directory`() throws {
    let directory = try scratch.directory("a")
    #expect(code { () throws(FileError) in try directory.replaceLink(to: "b") } == EISDIR)
    #expect(try scratch.path.entries() == ["a"])
  }

  @Test func `a path is resolved through its links`() throws {
    let file = try scratch.file("a/file")
    try scratch.path.appending("link").makeLink(to: "a")
    #expect(try scratch.path.appending("link/../link/file").resolvingLinks() == file)
    let missing = scratch.path.appending("none")
    #expect(code { () throws(FileError) in _ = try missing.resolvingLinks() } == ENOENT)
  }
}

/// Whether the file system accepts names that are not UTF-8, as that of macOS does not.
private let namesAreBytes: Bool = {
  guard let scratch = try? TemporaryDirectory() else { return false }
  return (try? scratch.path.appending(FilePath(bytes: [0x66, 0xFF])).makeDirectory()) != nil
}()
