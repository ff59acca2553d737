internal import Diagnostics
internal import SourceKinds

/// A repository on GitHub, perhaps with the name of one of its tools: `owner/name`, or
/// `owner/name/tool`.
struct RepositoryPackage {
  /// The owner and the name of the repository.
  let repository: String
  /// The name of the tool: the last part of the text.
  let tool: String

  /// Returns `nil` if the text has another form, such as `example.org/owner/name`.
  init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard 2...4 ~= parts.count, !parts.contains(""), let last = parts.last else { return nil }
    repository = parts.prefix(2).joined(separator: "/")
    if RepositoryName(repository) == nil { return nil }
    tool = String(last)
  }

  /// Returns the tool that comes from the repository.
  ///
  /// - Parameters:
  ///   - version: The version.
  ///   - name: The program that the manifest selects, or `nil` if it selects none.
  func tool(
    _ version: ForeignVersion, named name: String? = nil, remarks: [ImportRemark.Reason] = []
  ) -> ForeignTool {
    ForeignTool(
      name ?? tool, version, package: .init(source: "github", name: repository), remarks: remarks)
  }
}
