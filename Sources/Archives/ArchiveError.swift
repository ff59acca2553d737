package import Diagnostics
package import Filesystem

/// A reason an archive cannot be unpacked.
package enum ArchiveError: Error, Hashable, Sendable {
  /// The zip as a whole is malformed.
  case zip(ZipFailure)
  /// libarchive failed after it read `members` members. `code` is from archive_errno(3).
  case libarchive(code: Int32, detail: String, members: Int)
  /// A member is refused. `name` is the name in the archive, with invalid UTF-8 replaced.
  case member(name: String, MemberFailure)
  /// The archive exceeds one of the ``ArchiveLimits``.
  case limit(LimitFailure)
  case file(FileError)
  case cancelled

  /// The fault of the archive. `nil` if the cause lies elsewhere.
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
