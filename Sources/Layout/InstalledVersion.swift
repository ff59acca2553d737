package import Filesystem
package import Manifests

/// An installation as the name of its folder says it: what is there, without a look inside.
package struct InstalledVersion: Hashable, Sendable {
  package let tool: ToolName
  package let version: VersionText
  package let id: ContentID

  package init(tool: ToolName, version: VersionText, id: ContentID) {
    self.tool = tool
    self.version = version
    self.id = id
  }

  /// `0.17.5-1f00aa31c2d4`. nil for a name of another form.
  init?(tool: ToolName, folder: String) {
    guard let dash = folder.lastIndex(of: "-"), let version = VersionText(folder[..<dash]),
      let id = ContentID(folder[folder.index(after: dash)...])
    else { return nil }
    self.init(tool: tool, version: version, id: id)
  }
}

extension Root {
  /// The folder of an installation.
  package func folder(of installed: InstalledVersion) -> FilePath {
    installation(of: installed.tool, installed.version, installed.id)
  }

  /// The installations of `tool` by their folders' names.
  package func installedVersions(of tool: ToolName) throws(FileError) -> [InstalledVersion] {
    var result: [InstalledVersion] = []
    for entry in try installs(of: tool).entriesIfPresent() {
      guard let installed = InstalledVersion(tool: tool, folder: entry) else { continue }
      // A version may end in twelve such digits itself, and the link with its name is no installation.
      if try folder(of: installed).linkTarget() == nil { result.append(installed) }
    }
    return result
  }

  /// Every installation of every tool, sorted by tool.
  package func installedVersions() throws(FileError) -> [InstalledVersion] {
    var result: [InstalledVersion] = []
    for name in try installs.entriesIfPresent() {
      guard let tool = ToolName(name) else { continue }
      result += try installedVersions(of: tool)
    }
    return result
  }

  /// The installation that a pin without a lock means. nil where none is the default.
  package func defaultInstallation(
    of tool: ToolName, version: VersionText
  ) throws(FileError) -> InstalledVersion? {
    guard let target = try defaultInstallation(of: tool, version).linkTarget() else { return nil }
    return InstalledVersion(tool: tool, folder: target.lastComponent)
  }
}
