package import Filesystem
package import Layout

/// A recorded change of the installations.
package struct RecordedChange: Hashable, Sendable {
  /// An installation that the change added or removed.
  package struct Part: Hashable, Sendable {
    package let installed: InstalledVersion
    /// The size of all files in bytes.
    package let size: Int
    /// The receipt of a removed installation, without its files and links. `nil` for one that was
    /// added, or if the receipt is not known.
    package let origin: Receipt?

    /// Creates a part of a change.
    package init(_ installed: InstalledVersion, size: Int, origin: Receipt? = nil) {
      self.installed = installed
      self.size = size
      self.origin = origin
    }
  }

  /// The number of the change. Later changes have greater numbers.
  package let number: Int
  /// The time of the change, in seconds since 1970.
  package let time: Int64
  /// The name of the command.
  package let command: String
  /// The folder for which the command ran, or `nil` if it concerned the whole root.
  package let folder: FilePath?
  /// The installations that the change added, sorted by tool and version.
  package let added: [Part]
  /// The installations that the change removed, sorted by tool and version.
  package let removed: [Part]
}
