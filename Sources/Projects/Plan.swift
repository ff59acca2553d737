internal import Filesystem
package import Layout
package import Manifests

/// One installation to make: exact bytes, and what they must provide.
package struct PlannedInstallation: Hashable, Sendable {
  package let tool: ToolName
  package let version: VersionText
  /// What the manifest said of it, as the lock keeps it: its source lays the artifact out by that.
  package let declaration: LockedDeclaration
  package let artifact: Artifact
  /// What is installed with it.
  package let parts: [ArtifactPart]
  /// What the lock says that it provides; empty where nothing is said.
  package let provides: [ExecutableName]
  /// Of the artifact with its parts.
  package let id: ContentID

  package init(
    tool: ToolName, version: VersionText, declaration: LockedDeclaration, artifact: Artifact,
    parts: [ArtifactPart] = [], provides: [ExecutableName]
  ) {
    self.tool = tool
    self.version = version
    self.declaration = declaration
    self.artifact = artifact
    self.parts = parts
    self.provides = provides
    id = ContentID(of: artifact.digest, artifact.format, with: parts)
  }

  /// What a lock says of `tool` for `platform`. nil where it is not locked for it.
  package init?(_ tool: LockedTool, for platform: Platform) {
    guard let artifact = tool.artifact(for: platform) else { return nil }
    self.init(
      tool: tool.name, version: tool.version, declaration: tool.declaration, artifact: artifact,
      parts: tool.parts(for: platform), provides: tool.provides)
  }

  package var installed: InstalledVersion {
    InstalledVersion(tool: tool, version: version, id: id)
  }

  fileprivate func isWhole(in root: Root) -> Bool {
    let folder = root.folder(of: installed)
    if provides.isEmpty { return folder.exists }
    let bin = folder.appending("bin")
    // Through the link to the program itself.
    return provides.allSatisfy { bin.appending($0.text).exists }
  }

  /// `ruff 0.17.5`
  package var title: String { "\(tool) \(version)" }
}

/// What an install has to do: a value that can be printed and tested before anything happens.
///
/// It stands here and not with the steps that carry it out, since `check`, and `install` with nothing to do, need it without
/// the libraries that those steps load.
package struct Plan: Hashable, Sendable {
  /// What is not there yet, the largest download first, so that the longest work begins first.
  package let missing: [PlannedInstallation]
  package let present: [PlannedInstallation]

  /// - Parameter isInstalled: whether an installation is there, whole.
  package init(_ wanted: [PlannedInstallation], isInstalled: (PlannedInstallation) -> Bool) {
    var missing: [PlannedInstallation] = []
    var present: [PlannedInstallation] = []
    var seen: Set<InstalledVersion> = []
    for planned in wanted where seen.insert(planned.installed).inserted {
      if isInstalled(planned) { present.append(planned) } else { missing.append(planned) }
    }
    self.missing = missing.sorted { ($1.artifact.size, $0.tool) < ($0.artifact.size, $1.tool) }
    self.present = present
  }

  /// - Parameters:
  ///   - root: an installation is there when what it provides is. It became visible whole, by one rename; what somebody took away
  ///     afterwards is seen as far as a look at each program shows it.
  ///   - isForced: nothing that is there counts.
  package init(_ wanted: [PlannedInstallation], in root: Root, isForced: Bool = false) {
    self.init(wanted) { !isForced && $0.isWhole(in: root) }
  }
}
