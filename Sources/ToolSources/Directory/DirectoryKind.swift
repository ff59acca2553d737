package import Diagnostics
package import Manifests
package import Versions

/// A folder of artifacts with an index file.
package enum DirectoryKind: SourceKind {
  package static let name = "directory"
  package static let scheme = VersionScheme.general
  package static let needsAddress = true
  package static let addressesTellPackage = true

  /// The name of the file that lists the artifacts of a folder.
  package static let indexName = "index"
  /// The maximum size of an index in bytes.
  package static let maximumIndexByteCount = 16 << 20

  /// Returns a fault unless `address` is a path or a `file:` URL on this machine.
  package static func addressFault(_ address: String) -> AddressFault? {
    SourceAddress(address).pathFault
  }

  /// Returns ``AddressedVersion/locked``. The address tells nothing, but the index beside the file
  /// does, with which ``DirectoryStatements`` compares a lock.
  package static func addressedVersion(
    of url: ArtifactURL, in version: VersionText, on platform: Platform,
    _ declaration: LockedDeclaration
  ) -> AddressedVersion { .locked }

  /// Returns `text` if it is a valid tool name, otherwise `nil`. A folder's index identifies
  /// tools by their own names, so there are no separate package names.
  package static func packageName(_ text: String) -> String? { ToolName(text)?.text }
}
