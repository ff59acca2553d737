package import Filesystem
package import Layout
internal import Manifests
package import Projects
internal import ToolSources
internal import Vocabulary

extension PlannedInstallation {
  /// Creates a plan that reinstalls a removed installation from its kept downloads.
  ///
  /// - Parameters:
  ///   - origin: The receipt of the installation. Its files and links are ignored.
  ///   - root: The root that keeps the downloads. Damaged downloads are removed.
  /// - Returns: A plan whose addresses are the kept downloads. `nil` if a download is missing, or
  ///   if the installation would run code, which needs the consent that only an install asks for.
  /// - Throws: ``FileError`` if a download cannot be read.
  package init?(remaking origin: Receipt, from root: Root) throws(FileError) {
    let formats = [origin.format] + origin.parts.map(\.format)
    guard origin.build == nil, !formats.contains(.gem) else { return nil }
    func address(_ digest: SHA256Digest) throws(FileError) -> [ArtifactURL]? {
      guard try root.checkedDownload(digest) != nil else { return nil }
      return ArtifactURL(FileAddress.text(of: root.download(digest))).map { [$0] }
    }
    guard let urls = try address(origin.digest) else { return nil }
    var parts: [ArtifactPart] = []
    for part in origin.parts {
      guard let urls = try address(part.digest) else { return nil }
      parts.append(
        ArtifactPart(
          platform: origin.platform, name: part.name, version: part.version, format: part.format,
          digest: part.digest, size: part.size, url: urls[0]))
    }
    let names = LockedDeclaration.executablesValue(origin.executables.map(\.content))
    let options: [LockedDeclaration.Option] =
      names.isEmpty ? [] : [.init(LockedDeclaration.executablesKey, names)]
    self.init(
      tool: origin.tool, version: origin.version,
      declaration: LockedDeclaration(source: origin.source, options: options),
      artifact: Artifact(
        platform: origin.platform, format: origin.format, digest: origin.digest,
        size: origin.size, urls: urls),
      parts: parts, provides: origin.executables.map(\.name).sorted())
    // The content id of a modified receipt does not match its facts.
    if id != origin.id { return nil }
  }
}
