/// Why a file does not say which version runs, though it is there.
///
/// For `.tool-version` and locks alike the first place that is wrong; what there is to say about it say the parsers of `Manifests`.
package enum PinReadFault: Error, Equatable {
  /// The errno of the system call; 0 where the file is too large for its kind, or no regular file.
  case unreadable(code: Int32)
  /// Does not begin as a lock, or as one of a later format.
  case noLock
  /// A lock with conflict markers; the line counts from 1.
  case conflictMarkers(line: Int)
  case malformed(line: Int)
}
