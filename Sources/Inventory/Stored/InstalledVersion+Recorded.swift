internal import Layout
internal import Vocabulary

extension InstalledVersion {
  /// Creates an installation from recorded texts, or returns `nil` if one of them is invalid. This
  /// program records no invalid text.
  init?(tool: ToolName?, version: String, content: String) {
    guard let tool, let version = VersionText(version), let id = ContentID(content) else {
      return nil
    }
    self.init(tool: tool, version: version, id: id)
  }
}
