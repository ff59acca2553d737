package import Diagnostics
internal import Filesystem
package import Layout
package import Manifests

/// One installation to make: what to fetch, how to assemble it, and what it must provide.
package struct PlannedInstallation: Hashable, Sendable {
  /// How files become an installation. To add a way, add a case and an assembler of that name.
  package enum Assembly: Hashable, Sendable {
    /// Unpacks each file into a separate folder; the executables come from the artifact.
    case unpack
  }

  package let tool: ToolName
  package let version: VersionText
  /// The locked declaration, which the source uses to interpret the artifact's layout.
  package let declaration: LockedDeclaration
  package let artifact: Artifact
  /// Components to install besides the artifact.
  package let parts: [ArtifactPart]
  /// The executables named in the lock; empty if it names none.
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

  /// Plans the installation of a locked tool. nil if it is not locked for `platform`.
  package init?(_ tool: LockedTool, for platform: Platform) {
    guard let artifact = tool.artifact(for: platform) else { return nil }
    self.init(
      tool: tool.name, version: tool.version, declaration: tool.declaration, artifact: artifact,
      parts: tool.parts(for: platform), provides: tool.provides)
  }

  package var assembly: Assembly { .unpack }

  /// The files to fetch, the artifact first.
  package var files: [PlannedFile] { [PlannedFile(artifact)] + parts.map(PlannedFile.init) }

  /// The total size of all files in bytes.
  package var byteCount: Int { files.reduce(0) { $0 + $1.size } }

  package var installed: InstalledVersion {
    InstalledVersion(tool: tool, version: version, id: id)
  }

  /// Whether the installation exists with all its executables. It appeared complete, in one rename;
  /// of later damage, only missing programs are noticed.
  func isWhole(in root: Root) -> Bool {
    let folder = root.folder(of: installed)
    if provides.isEmpty { return folder.exists }
    let bin = folder.appending("bin")
    // Follows the link to the program itself.
    return provides.allSatisfy { bin.appending($0.text).exists }
  }

  /// `ruff 0.17.5`
  package var title: String { "\(tool) \(version)" }

  package var wanted: WantedVersion { WantedVersion(tool: tool.text, version: version.text) }
}

/// One file to fetch for an installation.
package struct PlannedFile: Hashable, Sendable {
  /// nil for the artifact.
  package let part: PartName?
  package let format: ArtifactFormat
  package let digest: SHA256Digest
  /// In bytes.
  package let size: Int
  /// Addresses of the file, best first; at least one.
  package let urls: [ArtifactURL]
  /// The folder of the installation that receives the contents.
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
