import Filesystem
import Layout
import Manifests
import SampleLocks
import Sandboxes
import Selection
import Testing
import Vocabulary

/// A test environment: a project folder, and a root whose installations are empty folders.
struct FolderWorld {
  private let directory: TemporaryDirectory
  let folder: FilePath

  init() throws {
    directory = try TemporaryDirectory()
    folder = try directory.directory("app")
  }

  var root: Root { Root(directory.path.appending("root")) }

  /// The folder's selector. Messages contain only the last component of a path.
  var selector: Selector {
    get throws {
      try Selector(root: root, environment: Environment([:]), directory: folder) {
        $0.lastComponent
      }
    }
  }

  /// Writes a file of the project.
  func write(_ name: String, _ text: String) throws {
    try directory.file("app/\(name)", text)
  }

  /// Writes a lock with `tools`, such as `ruff 1.0`, for one platform.
  func writeLock(_ tools: [String], platform: Platform = .current) throws {
    let digest = String(repeating: "1", count: 64)
    let stanzas = tools.map { tool in
      """

      tool \(tool)
        wants "" Toolfile
        declares groups=default package=\(tool.prefix { $0 != " " }) source=pypi
        provides \(tool.prefix { $0 != " " })
        artifact \(platform.rawValue) ? wheel sha256:\(digest) 5 https://example.org/x

      """
    }
    try write(
      Lockfile.name,
      SampleLock.withIDs(
        "lockfile 1\nplatforms \(platform.rawValue)\n" + stanzas.joined()))
  }

  /// Creates the folder of an installation, by default with the content id that
  /// ``writeLock(_:platform:)`` uses.
  ///
  /// - Parameter isDefault: Whether to create the link `installs/<tool>/<version>`, by which pins
  ///   without a lock find the installation.
  @discardableResult
  func install(
    _ tool: String, _ version: String, id: String? = nil, isDefault: Bool = false
  ) throws -> InstalledVersion {
    let installed = InstalledVersion(
      tool: try #require(ToolName(tool)), version: try #require(VersionText(version)),
      id: try #require(
        id.map { ContentID($0) }
          ?? SampleLock.wheelID(providing: tool, digest: String(repeating: "1", count: 64))))
    try root.folder(of: installed).makeDirectories()
    if isDefault {
      try root.defaultInstallation(of: installed.tool, installed.version)
        .makeLink(to: FilePath("\(version)-\(installed.id)"))
    }
    return installed
  }
}
