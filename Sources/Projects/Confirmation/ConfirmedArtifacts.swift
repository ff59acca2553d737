package import Filesystem
package import Layout
package import Manifests
package import SourceKinds
internal import Versions
package import Vocabulary

/// The record of the artifacts that a source has confirmed as those of a version of a package, one
/// file each in the folder `index/confirmed/` of the root, with the versions in lines.
///
/// A lock is a text that anybody who changes a repository can edit, and its digests do not tell
/// which package and version they belong to. Without this record, a lock could name the package
/// that the user has accepted, and the bytes of another one that happens to be installed, or a new
/// version, and the bytes of an old one.
///
/// A file is named after the digest of the source, its address, the package, and the digest of the
/// artifact. The address is that of the declaration, and is empty for the user's own source. A tool
/// that consists of gems is confirmed with all of them, so their digests count, too.
///
/// Further files record which requirements of a policy a version meets. The requirements are part
/// of their names.
package struct ConfirmedArtifacts: Sendable {
  private let folder: RootFolder
  private let project: FilePath?
  private let catalog: SourceCatalog

  /// Creates the record of `root`, without reading it.
  ///
  /// - Parameters:
  ///   - root: The root that contains the record.
  ///   - project: The folder that relative addresses of sources start from.
  ///   - catalog: Tells whose sources need no confirmation.
  package init(_ root: Root, for project: FilePath?, catalog: SourceCatalog = .standard) {
    folder = root.confirmed
    self.project = project
    self.catalog = catalog
  }

  /// Returns whether the artifact of `planned` is confirmed, or needs no confirmation because its
  /// address tells the package and the version.
  package func contains(_ planned: PlannedInstallation) -> Bool {
    contains(
      planned.artifact, planned.parts, of: planned.tool, planned.version, planned.declaration)
  }

  /// Returns whether `artifact` is confirmed as one of `version` of the package that `declaration`
  /// names for `tool`, or needs no confirmation.
  ///
  /// An address that tells the version does not suffice for bytes that are known as another one,
  /// because a lock can state any address, and kept bytes are not fetched from it again.
  package func contains(
    _ artifact: Artifact, _ parts: [ArtifactPart], of tool: ToolName, _ version: VersionText,
    _ declaration: LockedDeclaration
  ) -> Bool {
    let known = versions(of: artifact, parts, tool, declaration)
    return isConfirmed(artifact, as: version, declaration, by: known)
  }

  /// Returns whether ``contains(_:)`` is true of `planned`, provided that its record lists these
  /// versions (``versions(in:)``).
  package func contains(_ planned: PlannedInstallation, knownAs versions: [String]) -> Bool {
    isConfirmed(planned.artifact, as: planned.version, planned.declaration, by: versions)
  }

  private func isConfirmed(
    _ artifact: Artifact, as version: VersionText, _ declaration: LockedDeclaration,
    by known: [String]
  ) -> Bool {
    known.isEmpty
      ? isAddressed(artifact, as: version, declaration)
      : contains(version, in: known, declaration)
  }

  /// Returns whether the source has confirmed that `planned` meets `demand`, the requirements of a
  /// policy.
  package func hasMet(_ demand: String, _ planned: PlannedInstallation) -> Bool {
    let known = versions(
      of: planned.artifact, planned.parts, planned.tool, planned.declaration, meeting: demand)
    return contains(planned.version, in: known, planned.declaration)
  }

  /// Returns the versions as which `artifact` is confirmed, if `version` is not among them. Empty
  /// if the record does not contradict the lock.
  package func otherVersions(
    of artifact: Artifact, _ parts: [ArtifactPart], _ tool: ToolName, _ version: VersionText,
    _ declaration: LockedDeclaration
  ) -> [String] {
    let known = versions(of: artifact, parts, tool, declaration)
    return contains(version, in: known, declaration) ? [] : known
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
  /// package, and the gems among `parts` as its graph.
  ///
  /// - Parameter demand: The requirements of a policy that the release meets, or `nil` to record
  ///   the artifact itself.
  /// - Throws: ``FileError`` if the record cannot be written.
  package func insert(
    _ artifact: Artifact, _ parts: [ArtifactPart], of tool: ToolName, _ version: VersionText,
    _ declaration: LockedDeclaration, meeting demand: String? = nil
  ) throws(FileError) {
    let known = versions(of: artifact, parts, tool, declaration, meeting: demand)
    if known.contains(version.text) { return }
    try folder.makeDirectories()
    let lines = (known + [version.text]).map { $0 + "\n" }.joined()
    // After a power failure, the source is only asked again.
    try file(for: artifact, parts, of: tool, declaration, meeting: demand)
      .replaceContents(with: lines.utf8, isDurable: false)
  }

  private func contains(
    _ version: VersionText, in known: [String], _ declaration: LockedDeclaration
  ) -> Bool {
    if known.contains(version.text) { return true }
    let scheme = catalog.scheme(of: declaration)
    guard let version = try? Version(parsing: version.text, scheme: scheme) else { return false }
    return known.contains { (try? Version(parsing: $0, scheme: scheme)) == version }
  }

  /// Returns the versions as which a source has confirmed the artifact. Empty if there are none, or
  /// if they cannot be read.
  private func versions(
    of artifact: Artifact, _ parts: [ArtifactPart], _ tool: ToolName,
    _ declaration: LockedDeclaration, meeting demand: String? = nil
  ) -> [String] {
    versions(in: file(for: artifact, parts, of: tool, declaration, meeting: demand)) ?? []
  }

  /// Returns the versions that a file of the record lists, or `nil` if it is missing or cannot be
  /// read.
  package func versions(in file: FilePath) -> [String]? {
    guard let bytes = (try? file.contentsIfPresent(limit: 1 << 16)) ?? nil else { return nil }
    return bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns the file of the record about the artifact of `planned`, which need not exist.
  package func file(for planned: PlannedInstallation) -> FilePath {
    file(for: planned.artifact, planned.parts, of: planned.tool, planned.declaration, meeting: nil)
  }

  private func file(
    for artifact: Artifact, _ parts: [ArtifactPart], of tool: ToolName,
    _ declaration: LockedDeclaration, meeting demand: String?
  ) -> FilePath {
    let package = declaration[LockedDeclaration.packageKey] ?? tool.text
    // A space separates the fields, so it must not occur in them.
    let fields = [declaration.source, address(of: declaration), package].map {
      PercentEncoding.encode($0.utf8)
    }
    let gems = parts.filter { $0.format == .gem }.map { "\($0.name)@\($0.version)=\($0.digest)" }
    let demands = demand.map { [PercentEncoding.encode($0.utf8)] } ?? []
    let text = (fields + [artifact.digest.description] + gems.sorted() + demands)
      .joined(separator: " ")
    return folder.appending(SHA256Digest(of: text).hexadecimal)
  }

  /// Returns the address of a source. Two projects can have different folders at the same relative
  /// path.
  private func address(of declaration: LockedDeclaration) -> String {
    let address = declaration[LockedDeclaration.addressKey] ?? ""
    guard declaration.source == DirectoryKind.name, !address.contains(":"), let project else {
      return address
    }
    return project.resolving(FilePath(address)).string
  }
}
