package import Filesystem
package import Manifests
internal import Transport

/// The files of a complete zip, readable from several threads without unpacking it.
package final class ZipContents: Sendable {
  /// Stays open, so that all reads come from the file whose digest was verified.
  private let file: FileDescriptor
  private let entries: [MemberPath: ZipEntry]

  /// Opens the zip at `archive`, or returns `nil` if its digest is not `digest`.
  ///
  /// - Throws: ``ArchiveError`` if the file cannot be read or is not a valid zip.
  package init?(of archive: FilePath, withDigest digest: SHA256Digest) throws(ArchiveError) {
    let file = try onFile { () throws(FileError) in try FileDescriptor.open(archive, .read) }
    guard try onFile({ () throws(FileError) in try SHA256.digest(of: file) }) == digest else {
      return nil
    }
    let directory = try ZipDirectory.reading(file, limits: ArchiveLimits()).directory
    self.file = file
    entries = Dictionary(
      directory.entries.filter { $0.kind == .file }.map { ($0.path, $0) },
      uniquingKeysWith: { first, _ in first })
  }

  /// Returns the digest of a file's uncompressed bytes, or `nil` if the zip has no such file.
  ///
  /// - Throws: ``ArchiveError`` if the member is damaged or cannot be read.
  package func digest(of path: MemberPath) throws(ArchiveError) -> SHA256Digest? {
    guard let entry = entries[path] else { return nil }
    var reader = ZipMemberReader()
    var hasher = SHA256()
    try unsafe reader.read(entry, from: file) { (piece) throws(FileError) in
      unsafe hasher.update(piece)
    }
    return hasher.finish()
  }
}
