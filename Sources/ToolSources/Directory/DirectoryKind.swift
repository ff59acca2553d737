internal import Manifests
package import Versions

/// A folder of artifacts with an index file.
package enum DirectoryKind: SourceKind {
  package static let name = "directory"
  package static let scheme = VersionScheme.general

  /// Returns `text` if it is a valid tool name. A folder's index lists tools by their own names.
  package static func packageName(_ text: String) -> String? { ToolName(text)?.text }
}
