import Filesystem
import Layout
import Manifests
import Sandboxes
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite struct RootFolderTests {
  private let folder: TemporaryDirectory
  private let root: Root
  /// A folder outside of the root.
  private let outside: FilePath

  init() throws {
    folder = try TemporaryDirectory()
    root = Root(folder.path.appending("root"))
    outside = try folder.directory("outside")
    try folder.file("outside/kept")
  }

  private static let names = [
    "staging", "trash", "installs", "downloads", "downloads/sha256", "index", "index/confirmed",
    "index/resolved", "shims", "shims/.routes", "shims/.locks", "shims/.complete",
    "trust", "packages", "programs",
    "installs/ruff", "packages/node",
  ]

  @Test(arguments: names) func `a link in the place of a folder is an error`(name: String) throws {
    let link = root.path.appending(name)
    try link.parentDirectory.makeDirectories()
    try link.makeLink(to: outside)
    #expect(throws: FileError.isLink(link)) { try root.checkFolders() }
    #expect(root.folderFaults().contains(.isLink(link)))
    #expect(try outside.entries() == ["kept"])
  }

  @Test func `nothing is done through a link`() throws {
    try root.path.makeDirectories()
    let link = root.path.appending("index")
    try link.makeLink(to: outside)
    for folder in [root.index, root.confirmed] {
      #expect(throws: FileError.isLink(link)) { _ = try folder.open() }
      #expect(throws: FileError.isLink(link)) { try folder.makeDirectories() }
      #expect(throws: FileError.isLink(link)) { _ = try folder.entriesIfPresent() }
      #expect(throws: FileError.isLink(link)) { try folder.removeTree("kept") }
    }
    #expect(try outside.entries() == ["kept"])
  }

  @Test func `the root itself may be a link`() throws {
    let link = folder.path.appending("link")
    try root.path.makeDirectories()
    try link.makeLink(to: root.path)
    try Root(link).shims.makeDirectories()
    #expect(try root.path.entries() == ["shims"])
    try Root(link).checkFolders()
  }

  @Test func `folders are created with those above them`() throws {
    #expect(try root.seals.entriesIfPresent() == [])
    #expect(throws: FileError.self) { _ = try root.seals.entries() }
    try root.seals.makeDirectories()
    #expect(try root.seals.entries() == [])
    #expect(root.folderFaults() == [])
  }

  @Test func `only missing folders are skipped, not what is missing in them`() throws {
    try root.installs.folder("ruff").makeDirectories()
    var opened: [String] = []
    try root.installs.openFolders(["node", "ruff"]) { opened.append($1) }
    #expect(opened == ["ruff"])
    #expect(throws: FileError.self) {
      try root.installs.openFolders(["ruff"]) { folder, _ throws(FileError) in
        _ = try folder.file("missing")
      }
    }
  }

  @Test func `a file in the place of a folder is no link`() throws {
    try folder.file("root/trash")
    do throws(FileError) {
      try root.trash.makeDirectories()
      Issue.record("made a folder in the place of a file")
    } catch {
      #expect(error.operation != .enter)
    }
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give folders away"))
  func `a folder of somebody else is an error`() throws {
    try root.trash.makeDirectories()
    let path = root.trash.path
    #expect(unsafe path.withCString { unsafe chown($0, 65534, 65534) } == 0)
    #expect(throws: FileError.isOfOther(path)) { _ = try root.trash.open() }
    #expect(throws: FileError.isOfOther(path)) { try root.checkFolders() }
    // What belongs to the owner of the root is the root's own.
    #expect(unsafe root.path.withCString { unsafe chown($0, 65534, 65534) } == 0)
    try root.checkFolders()
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give folders away"))
  func `folders of tools that are links or of somebody else are errors`() throws {
    for name in ["gone", "node", "ruff"] { try root.installs.folder(name).makeDirectories() }
    try root.installs.appending("gone").removeTree()
    try root.installs.appending("gone").makeLink(to: "node")
    let path = root.installs.appending("ruff")
    #expect(unsafe path.withCString { unsafe chown($0, 65534, 65534) } == 0)
    let faults = [FileError.isLink(root.installs.appending("gone")), .isOfOther(path)]
    #expect(root.folderFaults() == faults)
    let examination = root.examinedInstallations()
    #expect(root.folderFaults(examination) == faults)
    #expect(throws: faults[0]) { try examination.folders }
    #expect(try root.exposedParts().ofOthers == [path])
    #expect(try root.exposedParts().writableByOthers == [])
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give folders away"))
  func `only the owner and the superuser change a root`() async throws {
    try root.path.makeDirectories()
    try root.path.setPermissions(0o777)
    try root.checkOwner()
    await #expect(processExitsWith: .success) { [path = root.path.string as String] in
      guard setuid(65534) == 0 else { exit(2) }
      let root = Root(FilePath(path))
      do throws(FileError) { try root.trash.makeDirectories() } catch {
        exit(error == .isOfOther(root.path) && !root.isChangeable ? 0 : 3)
      }
      exit(4)
    }
    #expect(try root.path.entries() == [])
  }

  @Test func `only names of the program's own form are unfinished work`() throws {
    for name in ["mine", "work", ".hidden", ".other.1-a", ".lock"] {
      try root.staging.appending(name).makeDirectories()
    }
    #expect(try root.unfinishedWork() == [])
    try root.staging.appending(".work.1-a").makeDirectories()
    #expect(try root.unfinishedWork() == [".work.1-a"])
  }

  @Test func `parts that others may change are found`() throws {
    try root.shims.makeDirectories()
    try folder.file("root/config", permissions: 0o644)
    #expect(try root.exposedParts().writableByOthers == [])
    try root.path.setPermissions(0o777)
    try root.config.setPermissions(0o666)
    #expect(try root.exposedParts().writableByOthers == [root.path, root.config])
  }
}
