package import Filesystem
package import Layout
package import Manifests
package import SourceKinds

/// The record of the artifacts that a source has confirmed as those of a version of a package, one
/// empty file each in the folder `index/confirmed/` of the root.
///
/// A lock is a text that anybody who changes a repository can edit, and its digests do not tell
/// which package and version they belong to. Without this record, a lock could name the package
/// that the user has accepted, and the bytes of another one that happens to be installed, or a new
/// version, and the bytes of an old one.
///
/// The file is named after the digest of the source, its address, the package, its version, and
/// the digest of the artifact. The address is that of the declaration, and is empty for the user's
/// own source.
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
  /// address tells the package and the version.
  package func contains(_ planned: PlannedInstallation) -> Bool {
    contains(planned.artifact, of: planned.tool, planned.version, planned.declaration)
  }

  /// Returns whether `artifact` is confirmed as one of `version` of the package that `declaration`
  /// names for `tool`, or needs no confirmation.
  package func contains(
    _ artifact: Artifact, of tool: ToolName, _ version: VersionText,
    _ declaration: LockedDeclaration
  ) -> Bool {
    isAddressed(artifact, as: version, declaration)
      || file(for: artifact, of: tool, version, declaration).exists
  }

  /// Returns whether the addresses of `artifact` tell that it is one of `version` of the package.
  private func isAddressed(
    _ artifact: Artifact, as version: VersionText, _ declaration: LockedDeclaration
  ) -> Bool {
    guard let kind = catalog[declaration.source], kind.addressesTellPackage else { return false }
    return artifact.urls.allSatisfy { url in
      kind.addressedVersion(of: url, in: version, on: artifact.platform, declaration) == .locked
    }
  }

  /// Records that the source of `declaration` publishes `artifact` as one of `version` of its
  /// package.
  ///
  /// - Throws: ``FileError`` if the record cannot be written.
  package func insert(
    _ artifact: Artifact, of tool: ToolName, _ version: VersionText,
    _ declaration: LockedDeclaration
  ) throws(FileError) {
    if contains(artifact, of: tool, version, declaration) { return }
    try folder.makeDirectories()
    try file(for: artifact, of: tool, version, declaration).createEmptyFile()
  }

  private func file(
    for artifact: Artifact, of tool: ToolName, _ version: VersionText,
    _ declaration: LockedDeclaration
  ) -> FilePath {
    let package = declaration["package"] ?? tool.text
    let address = declaration[LockedDeclaration.addressKey] ?? ""
    // A space separates the fields, so it must not occur in them.
    let fields = [declaration.source, address, package, version.text].map {
      PercentEncoding.encode($0.utf8)
    }
    let text = (fields + [artifact.digest.description]).joined(separator: " ")
    return folder.appending(SHA256Digest(of: text).hexadecimal)
  }
}
