package import Diagnostics
package import Filesystem

/// A reason an archive cannot be unpacked.
package enum ArchiveError: Error, Hashable, Sendable {
  /// The zip as a whole is malformed.
  case zip(ZipFailure)
  /// The tar archive as a whole is malformed.
  case tar(TarFailure)
  /// The compression around the content is malformed.
  case layer(CompressionLayer, LayerFailure)
  /// A member is rejected. `name` is the name in the archive, with invalid UTF-8 replaced.
  case member(name: String, MemberFailure)
  /// The archive exceeds one of the ``ArchiveLimits``.
  case limit(LimitFailure)
  /// A file operation failed.
  case file(FileError)
  /// The task was canceled.
  case cancelled

  /// The fault of the archive, or `nil` if the archive is not the cause.
  package var fault: ArchiveFault? {
    switch self {
    case .zip(let failure): .zip(failure)
    case .tar(let failure): .tar(failure)
    case .layer(let layer, let failure): .layer(layer.rawValue, failure)
    case .member(let name, let failure): .member(name, failure)
    case .limit(let failure): .limit(failure)
    case .file, .cancelled: nil
    }
  }
}

/// Returns the result of `body`, with its error converted to an ``ArchiveError``.
///
/// - Throws: ``ArchiveError/file(_:)`` with the error that `body` throws.
package func mappingToArchiveErrors<Value: ~Copyable>(
  _ body: () throws(FileError) -> Value
) throws(ArchiveError) -> Value {
  do { return try body() } catch { throw .file(error) }
}
