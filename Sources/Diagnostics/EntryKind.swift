/// The type of an entry in the file system.
package enum EntryKind: Hashable, Sendable {
  case file, directory, link, pipe, device
  /// Anything else, such as a socket.
  case other
}
