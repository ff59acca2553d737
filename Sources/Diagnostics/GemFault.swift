/// A reason a gem that matches the lock cannot be installed.
package enum GemFault: Error, Hashable, Sendable {
  /// The file contains an entry that no gem has.
  case unexpectedEntry(String)
  /// The file lacks an entry that every gem has.
  case missingEntry(String)
  /// An entry does not match the checksum in the gem.
  case checksum(entry: String)
  /// The gem does not describe itself in a way that can be read.
  case unreadableMetadata
  /// The gem is another one than the lock states, such as `json 2.6.3`.
  case otherGem(String)
  /// The gem is for this platform, which does not match that of the lock.
  case otherPlatform(String)
  /// Installing the gem runs code, but the lock does not list it as an extension.
  case unlistedExtension
}
