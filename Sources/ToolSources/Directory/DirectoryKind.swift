package import Diagnostics
internal import Manifests
package import Versions
internal import Vocabulary

/// A folder of artifacts with an index file.
package enum DirectoryKind: SourceKind {
  package static let name = "directory"
  package static let scheme = DirectoryStatements.scheme
  package static let needsAddress = true
  package static let isLocal = true
  package static let options = [SourceOption(LockedDeclaration.buildKey, .steps)]

  /// The name of the file that lists the artifacts of a folder.
  package static let indexName = "index"
  /// The maximum size of an index in bytes.
  package static let maximumIndexByteCount = 16 << 20

  /// Returns a fault unless `address` is a path or a `file:` URL on this machine.
  package static func addressFault(_ address: String) -> AddressFault? {
    SourceAddress(address).pathFault
  }

  /// Returns `text` if it is a valid tool name, otherwise `nil`. A folder's index identifies
  /// tools by their own names, so there are no separate package names.
  package static func packageName(_ text: String) -> String? { ToolName(text)?.text }
}
