package import Filesystem
package import Layout
package import Manifests
package import SourceKinds

/// The record of the artifacts that a source has confirmed as those of a package, one empty file
/// each in the folder `index/confirmed/` of the root.
///
/// A lock is a text that anybody who changes a repository can edit, and its digests do not tell
/// which package they belong to. Without this record, a lock could name the package that the user
/// has accepted, and the bytes of another one that happens to be installed.
///
/// The file is named after the digest of the source, its address, the package, and the digest of
/// the artifact. The address is that of the declaration, and is empty for the user's own source.
package struct ConfirmedArtifacts: Sendable {
  private let folder: RootFolder
  private let catalog: SourceCatalog

  /// Creates the record of `root`, without reading it.
  ///
  /// - Parameters:
  ///   - root: The root that contains the record.
  ///   - catalog: Tells whose sources need no confirmation.
  package init(_ root: Root, catalog: SourceCatalog = .standard) {
    folder = root.confirmed
    self.catalog = catalog
  }

  /// Returns whether the artifact of `planned` is confirmed, or needs no confirmation because its
  /// address tells the package.
  package func contains(_ planned: PlannedInstallation) -> Bool {
    contains(planned.artifact, of: planned.tool, planned.declaration)
  }

  /// Returns whether `artifact` is confirmed as one of the package that `declaration` names for
  /// `tool`, or needs no confirmation.
  package func contains(
    _ artifact: Artifact, of tool: ToolName, _ declaration: LockedDeclaration
  ) -> Bool {
    catalog[declaration.source]?.addressesTellPackage ?? false
      || file(for: artifact, of: tool, declaration).exists
  }

  /// Records that the source of `declaration` publishes `artifact` as one of its package.
  ///
  /// - Throws: ``FileError`` if the record cannot be written.
  package func insert(
    _ artifact: Artifact, of tool: ToolName, _ declaration: LockedDeclaration
  ) throws(FileError) {
    if contains(artifact, of: tool, declaration) { return }
    try folder.makeDirectories()
    try file(for: artifact, of: tool, declaration).createEmptyFile()
  }

  private func file(
    for artifact: Artifact, of tool: ToolName, _ declaration: LockedDeclaration
  ) -> FilePath {
    let package = declaration["package"] ?? tool.text
    let address = declaration[LockedDeclaration.addressKey] ?? ""
    // A space separates the fields, so it must not occur in them.
    let fields = [declaration.source, address, package].map { PercentEncoding.encode($0.utf8) }
    let text = (fields + [artifact.digest.description]).joined(separator: " ")
    return folder.appending(SHA256Digest(of: text).hexadecimal)
  }
}
