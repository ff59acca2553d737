/// A reason an existing file yields no pins.
///
/// A reader of `.tool-version` or of a lock stops at the first fault. The parsers in `Manifests`
/// describe the fault in detail.
package enum PinReadFault: Error, Equatable {
  /// The file cannot be read. `code` is the errno of the system call, or 0 if no errno is known,
  /// as for a file that is too large or not a regular file.
  case unreadable(code: Int32)
  /// The line `lockfile 1` or `lockfile 2` is missing: the file is not a lock, or its format is
  /// newer.
  case noLock
  /// The lock contains conflict markers. `line` counts from 1.
  case conflictMarkers(line: Int)
  /// The text is invalid. `line` counts from 1, and is 0 if the fault is not in a
  /// particular line.
  case malformed(line: Int)
  /// The lock contains content ids of 12 digits, as older versions of bootstrap wrote them.
  case outdatedLock
  /// The lock names a tool, but does not cover this platform.
  case uncoveredPlatform
  /// More tools may provide the executable than the shim's search distinguishes.
  case tooManyCandidates
}
