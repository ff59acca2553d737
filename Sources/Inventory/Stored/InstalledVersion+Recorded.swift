internal import Layout
internal import Vocabulary

extension InstalledVersion {
  /// Creates an installation from its recorded values. Returns `nil` if a value is invalid, which
  /// this program never records.
  init?(tool: ToolName?, version: String, content: String) {
    guard let tool, let version = VersionText(version), let id = ContentID(content) else {
      return nil
    }
    self.init(tool: tool, version: version, id: id)
  }
}
