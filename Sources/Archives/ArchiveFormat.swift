/// How an artifact is packed. The raw values are the words of the lock.
package enum ArchiveFormat: String, CaseIterable, Sendable {
  /// A Python wheel is a zip with a name of its own.
  case wheel
  case zip
  case tar
  case tarGzip = "tar.gz"
  case tarXZ = "tar.xz"
  case tarZstandard = "tar.zst"
  case tarBzip2 = "tar.bz2"
  /// No archive: the artifact is the program itself. Its one member has the name of the file.
  case raw
}
