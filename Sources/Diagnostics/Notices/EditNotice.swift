package import Vocabulary

/// An edit to the Toolfile or `.tool-version`, or a statement that was left alone.
package enum EditNotice: Hashable, Sendable {
  /// A manifest was created. `path` is its path as messages show it, and `toolCount` is the number
  /// of imported tools. `isGlobal` is whether it is the user's own because of `--global`.
  case created(path: String, toolCount: Int, isGlobal: Bool)
  /// A parent folder also has a Toolfile, which no longer applies here. Both paths are as messages
  /// show them.
  case projectAbove(toolfile: String, folder: String)
  /// An import added tools to the Toolfile. They are not locked yet.
  case imported(toolCount: Int)
  /// What became of the entries in other tools' files. `isListed` is whether to list what is left
  /// out, instead of only counting it.
  case accounted(ImportReport, isListed: Bool)
  /// The imported tools are in a Toolfile that cannot be locked, for these reasons.
  case unlockable([SourceProblem])
  /// A Toolfile created from the machine leaves out this number of packages, and everything from
  /// the `silent` programs, whose lists could not be read. Its comments list them.
  case notMapped(packageCount: Int, silent: [String])
  /// An edit adds a group to the Toolfile.
  case newGroup(GroupName)
  /// An edit adds a line.
  case statementAdded(text: String, origin: Origin)
  /// An edit removes the line at `origin`.
  case statementRemoved(text: String, origin: Origin)
  /// The Toolfile already declares the tool as requested.
  case declaredAlready(tool: ToolName, origin: Origin)
  /// The `source` statement that applies to a new tool has no package of its name, so the edit
  /// takes `package` from `source`, as the tool's definition states.
  case defined(tool: ToolName, package: String, source: String)
  /// The `source` statement that applies to a new tool has a package of its name, while the
  /// definition of the tool names `package` from `source`.
  case definitionHidden(tool: ToolName, actual: String, package: String, source: String)
  /// An edit limits a new tool to the `available` platforms, because `version` of it is not
  /// available for the `missing` ones.
  case limited(
    tool: ToolName, version: VersionText, missing: [Platform], available: [Platform])
  /// An update did not change the requirements of these statements.
  case uneditable([UneditableStatement])
  /// Nothing was written, because of `--dry-run`.
  case dryRun
}
