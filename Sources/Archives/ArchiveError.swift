package import Diagnostics
package import Filesystem

/// A reason an archive cannot be unpacked.
package enum ArchiveError: Error, Hashable, Sendable {
  /// The zip as a whole is malformed.
  case zip(ZipFailure)
  /// libarchive failed after reading `members` members. `code` is from archive_errno(3).
  case libarchive(code: Int32, detail: String, members: Int)
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
    case .libarchive(_, let detail, _): .libarchive(detail)
    case .member(let name, let failure): .member(name, failure)
    case .limit(let failure): .limit(failure)
    case .file, .cancelled: nil
    }
  }
}
