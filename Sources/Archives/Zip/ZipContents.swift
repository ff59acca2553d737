package import Filesystem
internal import Manifests

/// The files of a complete zip, each readable without unpacking the others.
package final class ZipContents: Sendable {
  private let file: FileDescriptor
  private let entries: [MemberPath: ZipEntry]

  /// Opens the zip at `archive`.
  ///
  /// - Throws: ``ArchiveError`` if the file cannot be read or is not a valid zip.
  package init(of archive: FilePath) throws(ArchiveError) {
    file = try onFile(try FileDescriptor.open(archive, .read))
    let directory = try ZipDirectory.reading(file, limits: ArchiveLimits()).directory
    entries = Dictionary(
      directory.entries.filter { $0.kind == .file }.map { ($0.path, $0) },
      uniquingKeysWith: { first, _ in first })
  }

  /// Returns the uncompressed bytes of a file, or `nil` if the zip has no such file.
  ///
  /// - Throws: ``ArchiveError`` if the member is damaged or cannot be read.
  package func contents(of path: MemberPath) throws(ArchiveError) -> [UInt8]? {
    guard let entry = entries[path] else { return nil }
    let bytes = try onFile(try file.bytes(entry.range))
    return try entry.contents(in: bytes, limit: entry.size)
  }
}
