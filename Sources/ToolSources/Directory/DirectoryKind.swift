internal import Manifests
package import Versions

/// A folder of artifacts with an index file.
package enum DirectoryKind: SourceKind {
  package static let name = "directory"
  package static let scheme = VersionScheme.general

  package static func packageName(_ text: String) -> String? { ToolName(text)?.text }
}
