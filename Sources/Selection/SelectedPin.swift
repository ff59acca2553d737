package import Diagnostics
package import Filesystem
package import Layout
package import Manifests

/// A tool, the version that is pinned, and what says so.
package struct SelectedPin: Hashable, Sendable {
  /// The kind of place that says so.
  package enum Place: Hashable, Sendable {
    case variable, toolVersionFile, lock, idiomaticFile, globalPins
  }

  package let tool: ToolName
  package let version: PinnedVersion
  /// What a lock says is installed. nil: a pin without a lock, which means the default installation of the version.
  package var id: ContentID?
  package let place: Place
  package let origin: Origin
  /// The folder of the file that says so. nil for a variable.
  package let folder: FilePath?

  package init(
    tool: ToolName, version: PinnedVersion, id: ContentID? = nil, place: Place, origin: Origin,
    folder: FilePath?
  ) {
    self.tool = tool
    self.version = version
    self.id = id
    self.place = place
    self.origin = origin
    self.folder = folder
  }

  /// Where the installation is, if it is. nil for `system`.
  package func installation(in root: Root) -> FilePath? {
    guard case .exact(let version) = version else { return nil }
    return id.map { root.installation(of: tool, version, $0) }
      ?? root.defaultInstallation(of: tool, version)
  }

  /// Whether there is something to run for it; `system` always is.
  package func isInstalled(in root: Root) -> Bool {
    guard case .exact(let version) = version else { return true }
    if id == nil, PinSyntax.endsLikeContentID(Array(version.text.utf8)) {
      // `1.0-1f00aa31c2d4` is also the folder of 1.0 with that content, which only a lock may name.
      return ((try? installation(in: root)?.linkTarget()) ?? nil) != nil
    }
    return installation(in: root)?.isDirectory ?? false
  }

  package var report: SelectionProblem.PinnedTool {
    SelectionProblem.PinnedTool(
      tool: tool.text, version: version.description, origin: origin.withoutColumn)
  }
}
