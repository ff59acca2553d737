package import Filesystem
package import Manifests
internal import Versions
package import Vocabulary

/// The identity of an installation, which is also the name of its folder: tool, version, and
/// content id.
package struct InstalledVersion: Hashable, Sendable {
  package let tool: ToolName
  package let version: VersionText
  package let id: ContentID

  /// Creates the identity of an installation, which need not exist yet.
  package init(tool: ToolName, version: VersionText, id: ContentID) {
    self.tool = tool
    self.version = version
    self.id = id
  }

  /// Creates the identity of a tool that a build uses.
  package init(_ dependency: BuildDependency) {
    self.init(tool: dependency.tool, version: dependency.version, id: dependency.id)
  }

  /// Parses the name of an installation's folder, or returns `nil` if the name has another form.
  ///
  /// The name consists of the version, `-`, and the content id.
  package init?(tool: ToolName, folder: String) {
    // By bytes, because a root may have thousands of installations.
    guard let dash = folder.utf8.lastIndex(of: UInt8(ascii: "-")),
      let version = VersionText(folder[..<dash]),
      let id = ContentID(folder[folder.utf8.index(after: dash)...])
    else { return nil }
    self.init(tool: tool, version: version, id: id)
  }

  /// The name of the installation's folder.
  package var folderName: String { "\(version)-\(id)" }
}

extension Root {
  /// Returns the folder of an installation, whether or not it exists.
  package func folder(of installed: InstalledVersion) -> FilePath {
    installation(of: installed.tool, installed.version, installed.id)
  }

  /// Returns the folder with the contents of an installation. Programs that are built from source
  /// are configured for this path.
  package func prefix(of installed: InstalledVersion) -> FilePath {
    folder(of: installed).appending(Receipt.contentName)
  }

  /// Returns the installations of `tool`, found by the names of their folders, oldest first.
  package func installedVersions(of tool: ToolName) throws(FileError) -> [InstalledVersion] {
    let folder: Directory
    do {
      folder = try installs(of: tool).open()
    } catch {
      if error.isMissing { return [] }
      throw error
    }
    let names = try folder.linksAndOthers(isOnlyListing: true).others
    return InstallationFolders.installed(tool, names.map(\.string))
  }

  /// Returns the installations of `tool`, oldest first, without those that were built for another
  /// path or another system.
  package func runnableVersions(of tool: ToolName) throws(FileError) -> [InstalledVersion] {
    try installedVersions(of: tool).filter { hasInstallation(in: folder(of: $0)) }
  }

  /// Returns the versions that pins without a lock can select: the names of the links
  /// `installs/<tool>/<version>`, oldest first.
  package func defaultVersions(of tool: ToolName) throws(FileError) -> [VersionText] {
    var result: [VersionText] = []
    for entry in try installs(of: tool).entriesIfPresent() {
      guard let version = VersionText(entry),
        try defaultInstallation(of: tool, version: version) != nil
      else { continue }
      result.append(version)
    }
    return VersionText.sorted(result, by: \.self)
  }

  /// Returns the installed version that a text on the command line means, or `nil` if there is
  /// none: the version with this spelling, or else the newest that begins with it, as `24` means
  /// `24.19.0`.
  ///
  /// A link may spell a version differently from its source. It counts if no version matches.
  ///
  /// - Parameters:
  ///   - tool: The tool.
  ///   - text: The text on the command line.
  ///   - isExact: Whether a version that only begins with the text does not match.
  package func installedVersion(
    of tool: ToolName, matching text: String, isExact: Bool = false
  ) throws(FileError) -> VersionText? {
    let installed = try installedVersions(of: tool).map(\.version)
    func newest(_ text: String) -> VersionText? {
      VersionText.newest(of: installed, matching: text, isExact: isExact)
    }
    if let match = newest(text) { return match }
    if let match = try defaultVersions(of: tool).first(where: { $0.text == text }) { return match }
    // As in the files of other version managers, `v24.19.0` is `24.19.0`.
    let rest = text.dropFirst()
    guard text.hasPrefix("v"), rest.first?.isNumber ?? false else { return nil }
    return newest(String(rest))
  }

  /// Returns the installations of all tools, sorted by tool, oldest first.
  package func installedVersions() throws(FileError) -> [InstalledVersion] {
    try installationFolders().installed
  }

  /// Returns the installations of all tools, sorted by tool, oldest first, without those that were
  /// built for another path or another system.
  package func runnableVersions() throws(FileError) -> [InstalledVersion] {
    try installedVersions().filter { hasInstallation(in: folder(of: $0)) }
  }

  /// Returns the tools with a folder for their installations, which may be empty.
  package func installedTools() throws(FileError) -> [ToolName] {
    try installs.entriesIfPresent().compactMap { ToolName($0) }
  }

  /// Returns the installation that a pin selects if no lock covers the tool, or `nil` if no
  /// such installation exists.
  ///
  /// The installation is the target of the link `installs/<tool>/<version>`.
  package func defaultInstallation(
    of tool: ToolName, version: VersionText
  ) throws(FileError) -> InstalledVersion? {
    guard let target = try defaultInstallation(of: tool, version).linkTarget() else { return nil }
    return InstalledVersion(tool: tool, folder: target.lastComponent)
  }
}
