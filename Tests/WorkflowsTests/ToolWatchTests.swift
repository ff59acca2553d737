import Diagnostics
import Filesystem
import Installation
import Layout
import Manifests
import SampleLocks
import Synchronization
import Testing
import Vocabulary

@testable import Workflows

/// Tests that a watch keeps a folder's tools up to date.
@Suite struct ToolWatchTests {
  private let world: FolderWorld

  init() throws { world = try FolderWorld() }

  private func watchedFolder() -> WatchedFolder {
    WatchedFolder(world.folder, root: world.root, environment: Environment([:])) {
      $0.lastComponent
    }
  }

  /// Updates a folder, and expects that a second update changes nothing.
  private func update(_ folder: inout WatchedFolder) -> ToolWatch.Update {
    let first = folder.update(InstallationRecords())
    let second = folder.update(InstallationRecords())
    #expect(second.changes.isEmpty)
    return first
  }

  /// Returns the changes as text, with their positions.
  private func words(_ update: ToolWatch.Update) -> [String] {
    update.changes.map { change in
      switch change {
      case .inserted(let tool, let at): "+\(at) \(tool.tool) \(tool.version ?? "-") \(tool.stage)"
      case .removed(let tool, let at): "-\(at) \(tool.tool)"
      case .updated(let tool, let at): "=\(at) \(tool.tool) \(tool.version ?? "-") \(tool.stage)"
      }
    }
  }

  @Test func `tools come, change, and go with the files and the installations`() throws {
    var folder = watchedFolder()
    #expect(words(update(&folder)).isEmpty)
    try world.writeLock(["node 1.0", "ruff 2.0"])
    #expect(words(update(&folder)) == ["+0 node 1.0 missing", "+1 ruff 2.0 missing"])
    let ruff = try world.install("ruff", "2.0")
    #expect(words(update(&folder)) == ["=1 ruff 2.0 installed(size: nil)"])
    try world.write(".tool-version", "zig 3.0\n")
    #expect(words(update(&folder)) == ["+2 zig 3.0 missing"])
    try world.writeLock(["go 1.5", "ruff 2.0"])
    #expect(words(update(&folder)) == ["+0 go 1.5 missing", "-1 node"])
    try world.root.folder(of: ruff).removeTree()
    #expect(words(update(&folder)) == ["=1 ruff 2.0 missing"])
  }

  @Test func `while a file cannot be read, the tools stay`() throws {
    var folder = watchedFolder()
    try world.write(".tool-version", "zig 3.0\n")
    #expect(words(update(&folder)) == ["+0 zig 3.0 missing"])
    try world.write(".tool-version", "zig\n")
    let broken = update(&folder)
    #expect(broken.problem != nil)
    #expect(broken.tools.map(\.tool.text) == ["zig"])
    #expect(broken.changes.isEmpty)
    try world.write(".tool-version", "zig 3.1\n")
    let mended = update(&folder)
    #expect(mended.problem == nil)
    #expect(words(mended) == ["=0 zig 3.1 missing"])
  }

  @Test func `the staging area of a running process shows what is under way`() throws {
    try world.write("Toolfile", "source \"pypi\"\ntool \"node\"\ntool \"ruff\"\n")
    try world.writeLock(["node 1.0", "ruff 2.0"])
    var folder = watchedFolder()
    _ = update(&folder)
    let id = try #require(
      SampleLock.wheelID(providing: "ruff", digest: String(repeating: "1", count: 64)))
    let name = "ruff@2.0-\(id)"
    let root = world.root
    let area = try StagingArea.begin(in: root, purpose: "install") { _ in }
    let download = area.folder.appending("\(name).download")
    try download.replaceContents(with: "abc".utf8, isDurable: false)
    #expect(words(update(&folder)) == ["=1 ruff 2.0 downloading(received: 3, total: Optional(5))"])

    // The file moves to the downloads before it is unpacked.
    let digest = try #require(SHA256Digest(hexadecimal: String(repeating: "1", count: 64)))
    try root.downloads.makeDirectories()
    try root.download(digest).replaceContents(with: "abcde".utf8, isDurable: false)
    try download.removeFile()
    #expect(words(update(&folder)) == ["=1 ruff 2.0 downloading(received: 5, total: Optional(5))"])
    try area.folder.appending(name).makeDirectory()
    #expect(words(update(&folder)) == ["=1 ruff 2.0 unpacking"])
    try area.folder.appending("\(name).build").makeDirectory()
    #expect(words(update(&folder)) == ["=1 ruff 2.0 building"])
    try area.folder.appending("\(name)/\(Receipt.fileName)")
      .replaceContents(with: "".utf8, isDurable: false)
    #expect(words(update(&folder)) == ["=1 ruff 2.0 staged"])
    try area.finish()
    #expect(words(update(&folder)) == ["=1 ruff 2.0 missing"])
  }

  @Test func `what a killed process has left behind is not under way`() throws {
    try world.writeLock(["ruff 2.0"])
    var folder = watchedFolder()
    _ = update(&folder)
    let area = world.root.newStagingArea
    try area.makeDirectories()
    let id = try #require(
      SampleLock.wheelID(providing: "ruff", digest: String(repeating: "1", count: 64)))
    try area.appending("ruff@2.0-\(id).download").replaceContents(with: "abc".utf8)
    #expect(words(update(&folder)).isEmpty)
  }

  @Test func `a download for a pin without a lock has no total`() throws {
    try world.write(".tool-version", "zig 3.0\n")
    var folder = watchedFolder()
    _ = update(&folder)
    let area = try StagingArea.begin(in: world.root, purpose: "install") { _ in }
    let id = String(repeating: "1", count: 40)
    for name in ["zig@3.0.1-\(id)", "zig-x@3.0-\(id)", "zig@3.0-\(id)"] {
      try area.folder.appending("\(name).download").replaceContents(with: "abc".utf8)
    }
    #expect(words(update(&folder)) == ["=0 zig 3.0 downloading(received: 3, total: nil)"])
    try area.finish()
  }

  @Test func `the changes turn one list into the other`() throws {
    let names = try (0..<8).map { try #require(ToolName("t\($0)")) }
    func list(_ seed: Int) -> [ToolState] {
      names.enumerated().compactMap { index, name in
        // Two bits for each tool: missing from the list, or one of three versions.
        let version = (seed >> (2 * index)) & 3
        if version == 0 { return nil }
        return ToolState(
          tool: name, version: "\(version)", id: nil, origin: .file("x"), stage: .missing)
      }
    }
    for step in 0..<2000 {
      let (old, new) = (list(step &* 40_503), list(step &* 30_011 &+ 7))
      var applied = old
      for change in ToolChange.changes(from: old, to: new) {
        switch change {
        case .inserted(let tool, let position): applied.insert(tool, at: position)
        case .removed(let tool, let position):
          #expect(applied.remove(at: position) == tool)
        case .updated(let tool, let position):
          #expect(applied[position].tool == tool.tool)
          applied[position] = tool
        }
      }
      #expect(applied == new)
    }
  }

  @Test func `a watch begins without a root, and ends when nobody looks any more`() async throws {
    try world.write(".tool-version", "zig 3.0\n")
    let watch = ToolWatch(world.folder, root: world.root, environment: Environment([:])) {
      $0.lastComponent
    }
    var changes: [ToolChange] = []
    try await watch.run { update in
      changes += update.changes
      return update.changes.isEmpty
    }
    #expect(changes.count == 1)
    #expect(!world.root.path.exists)
    let watching = Task { try await watch.run { _ in true } }
    watching.cancel()
    await #expect(throws: Problem.interrupted) { try await watching.value }
  }
}
