/// A reason a gem that matches the lock cannot be installed.
package enum GemFault: Error, Hashable, Sendable {
  /// The file contains an unexpected entry.
  case unexpectedEntry(String)
  /// A required entry is missing.
  case missingEntry(String)
  /// An entry does not match the checksum in the gem.
  case checksum(entry: String)
  /// The metadata cannot be read.
  case unreadableMetadata
  /// A field of the metadata, such as `version`, is missing or has an unexpected form.
  case field(String)
  /// A field of the metadata names a file outside the gem.
  case unsafePath(field: String)
  /// The metadata names an executable that is not a file of the gem.
  case missingExecutable(path: String)
  /// RubyGems refuses the metadata for this reason.
  case refusedMetadata(reason: String)
  /// The file is a different gem from the one in the lock, such as `json 2.6.3`.
  case otherGem(String)
  /// The gem is for this platform, which is not the one in the lock.
  case otherPlatform(String)
  /// Installing the gem runs code, but the lock does not list it as an extension.
  case unlistedExtension
}
