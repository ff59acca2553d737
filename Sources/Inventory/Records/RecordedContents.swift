package import Layout

/// The recorded contents of an installation.
package enum RecordedContents: Hashable, Sendable {
  /// The contents that were recorded when the files were installed.
  case original(Receipt)
  /// The record was rebuilt from the receipt, so it only repeats the receipt. The same may be true
  /// of records that older bootstraps made.
  case rebuilt
  /// The installation is not recorded.
  case missing
}
