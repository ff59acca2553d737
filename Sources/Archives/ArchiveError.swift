package import Diagnostics
package import Filesystem

/// Why an archive is not unpacked.
package enum ArchiveError: Error, Hashable, Sendable {
  /// The archive as a whole is not what its format says.
  case zip(ZipFailure)
  /// libarchive's error: its number (archive_errno(3)), its words, and after how many members.
  case libarchive(code: Int32, detail: String, members: Int)
  /// One member is refused. `name` is as the archive has it, with bytes that are not UTF-8 replaced.
  case member(name: String, MemberFailure)
  case limit(LimitFailure)
  case file(FileError)
  case cancelled

  /// What is wrong with the archive. nil if the failure lies elsewhere.
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
