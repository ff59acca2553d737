/// A reason an existing file yields no pins.
///
/// A reader of `.tool-version` or of a lock stops at the first fault. The parsers in `Manifests`
/// describe it in detail.
package enum PinReadFault: Error, Equatable {
  /// The file cannot be read. `code` is the errno of the system call, or 0 if the file is too
  /// large or not a regular file.
  case unreadable(code: Int32)
  /// The file does not begin like a lock, or has a later format.
  case noLock
  /// The lock contains conflict markers. `line` counts from 1.
  case conflictMarkers(line: Int)
  /// The text is invalid. `line` counts from 1; 0 means that the fault is not in a line.
  case malformed(line: Int)
  /// A lock with content ids of 12 digits, as an older bootstrap wrote them.
  case outdatedLock
}
