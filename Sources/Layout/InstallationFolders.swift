package import Filesystem
internal import Versions
package import Vocabulary

/// The folders of the installations of all tools.
package struct InstallationFolders: Sendable {
  /// The installations, sorted by tool, oldest first.
  package private(set) var installed: [InstalledVersion] = []
  /// Apart from them, those with content ids of 12 digits, which an older bootstrap made.
  package private(set) var outdated: [OutdatedInstallation] = []

  /// Adds the installations of a tool.
  ///
  /// - Parameters:
  ///   - entries: The entries of the tool's folder.
  ///   - folder: The tool's folder, to read links.
  mutating func add(
    _ tool: ToolName, _ entries: Entries, in folder: borrowing Directory
  ) throws(FileError) {
    let names = entries.others.map(\.string)
    installed += Self.installed(tool, names)
    let old = names.filter(Self.isOutdated)
    // Few roots have such a folder, so links are rarely read.
    if old.isEmpty { return }
    var targets: Set<String> = []
    for link in entries.links {
      if let target = try folder.linkTarget(link.string) { targets.insert(target.lastComponent) }
    }
    outdated += old.map {
      OutdatedInstallation(
        tool: tool, folder: folder.path.appending($0), isLinked: targets.contains($0))
    }
  }

  /// Adds the installations of later tools.
  mutating func append(_ others: InstallationFolders) {
    installed += others.installed
    outdated += others.outdated
  }

  /// The entries of a tool's folder. A link is no installation: links are named after versions, and
  /// a version that ends with `-` and 40 digits looks like an installation.
  typealias Entries = (links: [FilePath], others: [FilePath])

  /// Returns the installations of `tool` whose folders have these names, oldest first.
  static func installed(_ tool: ToolName, _ names: [String]) -> [InstalledVersion] {
    let installed = names.compactMap { InstalledVersion(tool: tool, folder: $0) }
    return installed.count < 2 ? installed : VersionText.sorted(installed, by: \.version)
  }

  /// Returns whether `name` consists of a version, `-`, and a content id of 12 digits.
  private static func isOutdated(_ name: String) -> Bool {
    // By bytes, because a root may have thousands of installations.
    guard let dash = name.utf8.lastIndex(of: UInt8(ascii: "-")) else { return false }
    return ContentID.isOutdated(name[name.utf8.index(after: dash)...])
      && VersionText(name[..<dash]) != nil
  }
}

/// An installation with a content id of 12 digits, which an older bootstrap made.
package struct OutdatedInstallation: Hashable, Sendable {
  package let tool: ToolName
  package let folder: FilePath
  /// Whether a link of the tool leads to the folder. Pins without a lock then still run it; locks
  /// never do.
  package let isLinked: Bool

  /// Creates the description of an installation in `folder`.
  package init(tool: ToolName, folder: FilePath, isLinked: Bool) {
    self.tool = tool
    self.folder = folder
    self.isLinked = isLinked
  }
}

extension Root {
  /// Returns the installations of all tools.
  ///
  /// - Throws: ``FileError`` for the first folder that cannot be listed.
  package func installationFolders() throws(FileError) -> InstallationFolders {
    let parts = BlockingThread.resultsOfParts(of: try installedTools().map(\.text)) { tools in
      Result { () throws(FileError) in
        var folders = InstallationFolders()
        try installs.openFolders(tools) { folder, name throws(FileError) in
          guard let tool = ToolName(name) else { return }
          try folders.add(tool, folder.linksAndOthers(isOnlyListing: true), in: folder)
        }
        return folders
      }
    }
    var folders = InstallationFolders()
    for part in parts { folders.append(try part.get()) }
    return folders
  }
}
