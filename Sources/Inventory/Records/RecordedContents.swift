package import Layout

/// The recorded contents of an installation.
package enum RecordedContents: Hashable, Sendable {
  /// The install that made the files recorded these contents.
  case original(Receipt)
  /// The record was recreated from the receipt, so it proves nothing beyond the receipt. Some
  /// records made by older versions of bootstrap count as recreated, too.
  case rebuilt
  /// The installation is not recorded.
  case missing
}
