/// A reason a text is not the address of a registry's repository.
package enum RepositoryFault: Hashable, Sendable {
  /// The name contains capital letters. `corrected` is the address in lowercase.
  case capitals(corrected: String)
  /// A tag or a digest follows the name. `corrected` is the address without it.
  case tag(String, corrected: String)
  /// A query or a fragment follows the name. `corrected` is the address without it.
  case query(corrected: String)
  /// The host is missing, or it or its port is invalid.
  case badHost
  /// A user and possibly a password precede the host.
  case credentials
  /// No name follows the host.
  case noName
  /// The name contains something else that no name can contain.
  case badName(String)
}
