internal import Filesystem
package import Layout
internal import Manifests
package import Projects
internal import ToolSources
internal import Vocabulary

/// Everything that determines the contents of an installation except for the bytes of its
/// downloads: the facts at the beginning of a receipt, and the rule that finds the executables.
package struct InstallationSpecification: Sendable {
  /// A download, whose contents make up one folder of the installation.
  struct File: Sendable {
    /// The folder of the contents, relative to the folder of the installation.
    let folder: String
    let format: ArtifactFormat
    let digest: SHA256Digest
    /// The size of the download in bytes, or `nil` if it follows from the digest alone.
    let size: Int?
    /// The name of the only file if the download is not an archive.
    let rawName: String
  }

  package let installed: InstalledVersion
  let source: String
  let platform: Platform
  /// The downloads, the artifact first.
  let files: [File]
  let parts: [Receipt.Part]
  /// How the installation is built or made from gems, or `nil` if its files are only unpacked.
  let build: Receipt.Build?
  let provides: [ExecutableName]
  /// The executables whose paths the Toolfile states.
  let declaredNames: Set<String>
  let layout: ArtifactLayout

  /// Whether the downloads determine all files. Builds and gem installations also depend on the
  /// machine.
  var followsFromDownloads: Bool { build == nil && files.allSatisfy { $0.format != .gem } }

  /// Specifies a planned installation in `root`. The Ruby is required for gems only.
  package init(_ planned: PlannedInstallation, in root: Root, ruby: RubyInterface? = nil) {
    let steps = planned.assembly.steps
    build =
      steps.isEmpty && ruby == nil
      ? nil
      : Receipt.Build(
        steps: steps, dependencies: planned.assembly.dependencies,
        prefix: root.prefix(of: planned.installed).string,
        system: SystemInterface.current, ruby: ruby)
    installed = planned.installed
    source = planned.declaration.source
    platform = planned.artifact.platform
    parts = planned.parts.map(Receipt.Part.init)
    provides = planned.provides
    let declared = planned.declaration.executables(named: planned.provides)
    declaredNames = Set(declared.filter { $0.path != nil }.map(\.name.text))
    layout = ArtifactLayout(
      format: planned.artifact.format, provides: planned.provides, declaration: planned.declaration)
    let artifactName = planned.provides.first?.text ?? planned.tool.text
    files = planned.files.map { file in
      File(
        folder: file.folder, format: file.format, digest: file.digest, size: file.size,
        rawName: file.part?.text ?? artifactName)
    }
  }

  /// Specifies an existing installation by its receipt, whose files, links, and download sizes are
  /// ignored. What remains determines the content id.
  package init(_ receipt: Receipt) {
    installed = InstalledVersion(
      tool: receipt.tool, version: receipt.version, id: receipt.contentID)
    source = receipt.source
    platform = receipt.platform
    parts = receipt.parts
    build = receipt.build
    provides = receipt.executables.map(\.name).sorted()
    declaredNames = Set(receipt.executables.filter(\.isDeclared).map(\.name.text))
    layout = ArtifactLayout(
      format: receipt.format, executables: receipt.executables.map(\.content))
    let artifact = File(
      folder: Receipt.contentName, format: receipt.format, digest: receipt.digest, size: nil,
      rawName: provides.first?.text ?? receipt.tool.text)
    files =
      [artifact]
      + receipt.parts.map { part in
        File(
          folder: Receipt.folder(of: part), format: part.format, digest: part.digest, size: nil,
          rawName: part.name.text)
      }
  }
}
