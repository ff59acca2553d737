package import Diagnostics
internal import Filesystem
package import Layout
package import Manifests

/// An installation to make: the files to fetch, their assembly, and the executables to provide.
package struct PlannedInstallation: Hashable, Sendable {
  /// A way to turn files into an installation. To add one, add a case and an assembler of
  /// that name.
  package enum Assembly: Hashable, Sendable {
    /// Unpacks each file into a separate folder; the executables come from the artifact.
    case unpack
  }

  package let tool: ToolName
  package let version: VersionText
  /// The locked declaration, from which the source interprets the artifact's layout.
  package let declaration: LockedDeclaration
  package let artifact: Artifact
  /// The components to install besides the artifact.
  package let parts: [ArtifactPart]
  /// The executables named in the lock; empty if it names none.
  package let provides: [ExecutableName]
  package let id: ContentID

  /// Creates an installation whose content id follows from the artifact and the parts.
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
    id =
      InstallationContent(
        artifact.format, artifact.digest,
        executables: declaration.executables(named: provides), parts: parts
      ).id
  }

  /// Plans the installation of a locked tool; `nil` if it is not locked for `platform`.
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

  /// The value that names the folder of the installation.
  package var installed: InstalledVersion {
    InstalledVersion(tool: tool, version: version, id: id)
  }

  /// Returns whether the installation exists with all its executables. An installation appears
  /// complete, by one rename; of later damage, this detects only missing executables.
  func isComplete(in root: Root) -> Bool {
    let folder = root.folder(of: installed)
    if provides.isEmpty { return folder.exists }
    let bin = folder.appending("bin")
    // Follows the link to the executable itself.
    return provides.allSatisfy { bin.appending($0.text).exists }
  }

  /// The tool and version as messages show them, such as `ruff 0.17.5`.
  package var title: String { "\(tool) \(version)" }

  /// The tool and version as problems report them.
  package var wanted: WantedVersion { WantedVersion(tool: tool.text, version: version.text) }
}

/// A file to fetch for an installation.
package struct PlannedFile: Hashable, Sendable {
  /// The name of the part; `nil` for the artifact.
  package let part: PartName?
  package let format: ArtifactFormat
  package let digest: SHA256Digest
  /// The size in bytes.
  package let size: Int
  /// The addresses of the file, best first; at least one.
  package let urls: [ArtifactURL]
  /// The folder within the installation that receives the contents.
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
