import Filesystem
import Layout
import Manifests
import Sandboxes
import Selection
import Testing

/// A folder of a project and a root, of whose installations there are the folders alone.
struct FolderWorld {
  private let directory: TemporaryDirectory
  let folder: FilePath

  init() throws {
    directory = try TemporaryDirectory()
    folder = try directory.directory("app")
  }

  var root: Root { Root(directory.path.appending("root")) }

  /// That of the folder, which messages call by its last name.
  var selector: Selector {
    get throws {
      try Selector(root: root, environment: Environment([:]), directory: folder) {
        $0.lastComponent
      }
    }
  }

  func write(_ name: String, _ text: String) throws {
    try directory.file("app/\(name)", text)
  }

  /// Writes a lock that has each of `tools` (`ruff 1.0`) for this platform, or for another that is named.
  func writeLock(_ tools: [String], platform: Platform = .current) throws {
    let digest = String(repeating: "1", count: 64)
    let stanzas = tools.map { tool in
      """

      tool \(tool)
        wants "" Toolfile
        declares pypi groups=default package=\(tool.prefix { $0 != " " })
        provides \(tool.prefix { $0 != " " })
        artifact \(platform.rawValue) 111111111111 wheel sha256:\(digest) 5 https://example.org/x

      """
    }
    try write(
      Lockfile.name, "lockfile 1\nplatforms \(platform.rawValue)\n" + stanzas.joined())
  }

  /// Makes the folder of an installation, with the bytes of the locks here unless `id` says others.
  @discardableResult
  func install(
    _ tool: String, _ version: String, id: String = "111111111111", isDefault: Bool = false
  ) throws -> InstalledVersion {
    let installed = InstalledVersion(
      tool: try #require(ToolName(tool)), version: try #require(VersionText(version)),
      id: try #require(ContentID(id)))
    try root.folder(of: installed).makeDirectories()
    if isDefault {
      try root.defaultInstallation(of: installed.tool, installed.version)
        .makeLink(to: FilePath("\(version)-\(id)"))
    }
    return installed
  }
}
