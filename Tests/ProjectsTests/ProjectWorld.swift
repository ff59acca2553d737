import Diagnostics
import Filesystem
import Manifests
import Projects
import SampleLocks
import Sandboxes

/// A test environment: a project in a temporary folder.
struct ProjectWorld {
  private let folder: TemporaryDirectory

  /// Creates a project with these files. A file whose text is `nil` does not exist.
  init(toolfile: String, pins: String? = nil, lock: String? = nil) throws {
    folder = try TemporaryDirectory()
    for (name, text) in [
      (Toolfile.name, toolfile), (ToolVersionFile.name, pins), (Lockfile.name, lock),
    ] {
      if let text { try path.appending(name).replaceContents(with: Array(text.utf8)) }
    }
  }

  var path: FilePath { folder.path }

  var project: Project {
    get throws { try load() }
  }

  /// Reads the project. Messages show each file by its name alone.
  func load(isRelocking: Bool = false) throws -> Project {
    try Project.load(path, isRelocking: isRelocking) { $0.lastComponent }
  }

  /// Returns the differences between the manifests of a project and its lock.
  ///
  /// - Parameters:
  ///   - toolfile: The text of the Toolfile.
  ///   - pins: The text of `.tool-version`, or `nil` if there is none.
  ///   - lock: The text of the lock.
  static func difference(
    _ toolfile: String, pins: String? = nil, lock: String
  ) throws -> LockDifference {
    let world = try ProjectWorld(toolfile: toolfile, pins: pins, lock: lock)
    let project = try world.project
    guard let lock = project.lock else { throw NoLock() }
    return project.difference(from: lock)
  }

  /// An error because a project has no lock although its test requires one.
  struct NoLock: Error {}

  /// Returns the text of a lock with these stanzas. The `lines` of a stanza (`wants`, `declares`,
  /// and so on) are passed without indentation.
  static func lock(
    platforms: String = "linux-arm64 linux-x64 macos-arm64",
    _ stanzas: (tool: String, lines: [String])...
  ) -> String {
    lock(platforms: platforms, of: stanzas)
  }

  /// Returns the text of a lock with these stanzas.
  static func lock(
    platforms: String = "linux-arm64 linux-x64 macos-arm64",
    of stanzas: [(tool: String, lines: [String])]
  ) -> String {
    SampleLock.withIDs(
      "lockfile 1\nplatforms \(platforms)\n"
        + stanzas.map { stanza in
          "\ntool \(stanza.tool)\n" + stanza.lines.map { "  \($0)\n" }.joined()
        }.joined())
  }

  /// Returns an `artifact` line whose digest repeats `digit`. `SampleLock` replaces its `?` with
  /// the content id.
  static func artifact(
    _ platform: String = "linux-x64", digit: String = "1", size: Int = 5
  )
    -> String
  {
    let digest = String(repeating: digit, count: 64)
    return
      "artifact \(platform) ? wheel sha256:\(digest) \(size) "
      + "https://example.org/\(digit)"
  }

  /// The `artifact` lines of the default platforms, as one text.
  static let artifacts = ["linux-arm64", "linux-x64", "macos-arm64"].map { artifact($0) }
    .joined(separator: "\n  ")
}
