package import Filesystem
package import Manifests
internal import Transport

/// The files of a zip that is there as a whole, to be looked at without unpacking it anywhere.
package struct ZipContents: Sendable {
  private let archive: FilePath
  private let entries: [MemberPath: ZipEntry]

  /// Reads the directory of the zip at `archive`.
  package init(of archive: FilePath) throws(ArchiveError) {
    let file = try onFile { () throws(FileError) in try FileDescriptor.open(archive, .read) }
    let directory = try ZipDirectory.reading(file, limits: ArchiveLimits()).directory
    self.archive = archive
    entries = Dictionary(
      directory.entries.filter { $0.kind == .file }.map { ($0.path, $0) },
      uniquingKeysWith: { first, _ in first })
  }

  /// The digest of a file's bytes as the zip holds them. nil where it holds no such file.
  package func digest(of path: MemberPath) throws(ArchiveError) -> SHA256Digest? {
    guard let entry = entries[path] else { return nil }
    let file = try onFile { () throws(FileError) in try FileDescriptor.open(archive, .read) }
    var reader = ZipMemberReader()
    var hasher = SHA256()
    try unsafe reader.read(
      entry,
      fill: { (buffer, offset) throws(FileError) in try unsafe file.read(into: buffer, at: offset)
      },
      take: { (piece) throws(FileError) in unsafe hasher.update(piece) })
    return hasher.finish()
  }
}
