package import Filesystem
package import Manifests

/// An installation as its folder's name describes it, without a look inside.
package struct InstalledVersion: Hashable, Sendable {
  package let tool: ToolName
  package let version: VersionText
  package let id: ContentID

  /// Creates a value for an installation that need not exist yet.
  package init(tool: ToolName, version: VersionText, id: ContentID) {
    self.tool = tool
    self.version = version
    self.id = id
  }

  /// Parses a folder name such as `0.17.5-1f00aa31c2d4`; `nil` if the name has another form.
  init?(tool: ToolName, folder: String) {
    guard let dash = folder.lastIndex(of: "-"), let version = VersionText(folder[..<dash]),
      let id = ContentID(folder[folder.index(after: dash)...])
    else { return nil }
    self.init(tool: tool, version: version, id: id)
  }
}

extension Root {
  /// Returns the folder of an installation, whether or not it exists.
  package func folder(of installed: InstalledVersion) -> FilePath {
    installation(of: installed.tool, installed.version, installed.id)
  }

  /// Returns the installations of `tool`, found by the names of their folders.
  package func installedVersions(of tool: ToolName) throws(FileError) -> [InstalledVersion] {
    var result: [InstalledVersion] = []
    for entry in try installs(of: tool).entriesIfPresent() {
      guard let installed = InstalledVersion(tool: tool, folder: entry) else { continue }
      // A version may itself end in 12 hexadecimal digits. The entry of that name is then a
      // link, not an installation.
      if try folder(of: installed).linkTarget() == nil { result.append(installed) }
    }
    return result
  }

  /// Returns every installation of every tool, grouped by tool.
  package func installedVersions() throws(FileError) -> [InstalledVersion] {
    var result: [InstalledVersion] = []
    for name in try installs.entriesIfPresent() {
      guard let tool = ToolName(name) else { continue }
      result += try installedVersions(of: tool)
    }
    return result
  }

  /// Returns the installation that a pin without a lock selects; `nil` if the version has
  /// no default.
  package func defaultInstallation(
    of tool: ToolName, version: VersionText
  ) throws(FileError) -> InstalledVersion? {
    guard let target = try defaultInstallation(of: tool, version).linkTarget() else { return nil }
    return InstalledVersion(tool: tool, folder: target.lastComponent)
  }
}
