internal import Vocabulary

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
  /// A single file, as in ``raw``, under one layer of compression.
  case gzip = "gz"
  case xz
  case zstandard = "zst"
  case bzip2 = "bz2"

  /// The names of all formats, as in the lock.
  package static var names: [String] { allCases.map(\.rawValue).sorted() }

  /// The compression around the content, or `nil` if there is none.
  var layer: CompressionLayer? {
    switch self {
    case .wheel, .zip, .tar, .raw: nil
    case .tarGzip, .gzip: .gzip
    case .tarXZ, .xz: .xz
    case .tarZstandard, .zstandard: .zstandard
    case .tarBzip2, .bzip2: .bzip2
    }
  }

  /// Whether the content is a single file without a name of its own.
  package var isSingleFile: Bool { ArtifactFormat(rawValue)?.isSingleFile ?? false }
}
