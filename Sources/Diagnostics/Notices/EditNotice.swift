package import Vocabulary

/// What an edit of a file wrote or left out.
package enum EditNotice: Hashable, Sendable {
  /// A manifest was written. `path` is its path as messages show it, such as `Toolfile`, and
  /// `toolCount` the number of its tools, which come from the manifests of other tools.
  case created(path: String, toolCount: Int)
  /// A folder above the new Toolfile also has one, which no longer applies here. Both paths are as
  /// messages show them.
  case projectAbove(toolfile: String, folder: String)
  /// An import added this number of tools to the Toolfile, which are not locked yet.
  case imported(toolCount: Int)
  /// A statement of another tool's manifest was left out, or a part of it.
  case leftOut(ImportRemark)
  /// An edit adds this group, which no statement of the Toolfile named before.
  case newGroup(GroupName)
  /// An edit of a file adds a line.
  case statementAdded(text: String, origin: Origin)
  /// An edit of a file removes a line, which was at `origin`.
  case statementRemoved(text: String, origin: Origin)
  /// A tool to add is already declared as requested.
  case declaredAlready(tool: ToolName, origin: Origin)
  /// An update left out the requirements of these statements.
  case uneditable([UneditableStatement])
  /// Nothing was written, because of `--dry-run`.
  case dryRun
}
