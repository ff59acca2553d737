/// The packaging format of an artifact. The raw values are the words used in the lock.
package enum ArchiveFormat: String, CaseIterable, Sendable {
  /// A Python wheel, which is a zip with a record of its files.
  case wheel
  case zip
  case tar
  case tarGzip = "tar.gz"
  case tarXZ = "tar.xz"
  case tarZstandard = "tar.zst"
  case tarBzip2 = "tar.bz2"
  /// Not an archive: the artifact is the program itself. It has one member, with the name of
  /// the file.
  case raw
}
