package import Diagnostics
internal import Filesystem
package import Layout
package import Manifests

/// One installation to make: what to fetch, how to assemble it, and what it must provide.
package struct PlannedInstallation: Hashable, Sendable {
  /// How an installation is made of its files. A further way is a case here and an assembler of that name.
  package enum Assembly: Hashable, Sendable {
    /// Each file is unpacked into a folder of its own; the executables are the artifact's.
    case unpack
  }

  package let tool: ToolName
  package let version: VersionText
  /// What the manifest said of it, as the lock keeps it: its source lays the artifact out by that.
  package let declaration: LockedDeclaration
  package let artifact: Artifact
  /// What it consists of besides.
  package let parts: [ArtifactPart]
  /// What the lock says that it provides; empty where nothing is said.
  package let provides: [ExecutableName]
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

  package var assembly: Assembly { .unpack }

  /// What has to be fetched, the artifact first.
  package var files: [PlannedFile] { [PlannedFile(artifact)] + parts.map(PlannedFile.init) }

  /// Of all files, in bytes.
  package var byteCount: Int { files.reduce(0) { $0 + $1.size } }

  package var installed: InstalledVersion {
    InstalledVersion(tool: tool, version: version, id: id)
  }

  /// Whether it is there with all that it provides.
  ///
  /// It became visible whole, by one rename; what somebody took away afterwards is seen as far as a look at each program shows it.
  func isWhole(in root: Root) -> Bool {
    let folder = root.folder(of: installed)
    if provides.isEmpty { return folder.exists }
    let bin = folder.appending("bin")
    // Through the link to the program itself.
    return provides.allSatisfy { bin.appending($0.text).exists }
  }

  /// `ruff 0.17.5`
  package var title: String { "\(tool) \(version)" }

  package var wanted: WantedVersion { WantedVersion(tool: tool.text, version: version.text) }
}

/// One file to fetch for an installation.
package struct PlannedFile: Hashable, Sendable {
  /// nil: the artifact.
  package let part: PartName?
  package let format: ArtifactFormat
  package let digest: SHA256Digest
  /// In bytes.
  package let size: Int
  /// Where it can be had, best first; at least one.
  package let urls: [ArtifactURL]
  /// The folder of the installation that its contents go into.
  package let folder: String

  fileprivate init(_ artifact: Artifact) {
    part = nil
    format = artifact.format
    digest = artifact.digest
    size = artifact.size
    urls = artifact.urls
    folder = Receipt.contentName
  }

  fileprivate init(_ part: ArtifactPart) {
    self.part = part.name
    format = part.format
    digest = part.digest
    size = part.size
    urls = [part.url]
    folder = "\(Receipt.partsName)/\(part.name)-\(part.version)"
  }
}
