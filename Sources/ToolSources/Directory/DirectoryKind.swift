internal import Manifests
package import Versions

/// A folder of artifacts with a file that says what they are.
package enum DirectoryKind: SourceKind {
  package static let name = "directory"
  package static let scheme = VersionScheme.general

  package static func packageName(_ text: String) -> String? { ToolName(text)?.text }
}
