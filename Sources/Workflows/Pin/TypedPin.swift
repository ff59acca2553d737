internal import Vocabulary

/// What the user types as the version to pin.
package enum TypedPin: Hashable, Sendable {
  /// The program of the system.
  case system
  /// A version, or a prefix of one.
  case version(TypedVersion)

  /// Parses `system`, `24.19.0`, `24`, or `=24`. Returns `nil` if `typed` is none of these.
  package init?(_ typed: String) {
    if PinnedVersion(typed) == .system {
      self = .system
    } else if let version = TypedVersion(typed) {
      self = .version(version)
    } else {
      return nil
    }
  }
}
