package import Layout

/// The recorded contents of an installation.
package enum RecordedContents: Hashable, Sendable {
  /// The install that made the files recorded these contents.
  case original(Receipt)
  /// The record was rebuilt from the receipt, so it only repeats what the receipt states. The same
  /// may be true of a record that an older bootstrap made.
  case rebuilt
  /// The installation is not recorded.
  case missing
}
