package import Vocabulary

/// A change to one statement of a project's files that makes a choice of versions possible. It
/// is suggested only after it has been tried.
package enum ProjectRemedy: Hashable, Sendable {
  /// A statement of the Toolfile changes, or is added.
  case toolfile(ToolfileRemedy)
  /// `.tool-version` pins the tool to another version, or no longer pins it.
  ///
  /// - Parameters:
  ///   - version: The version, or `nil` to remove the pin.
  ///   - folder: The folder of `.tool-version` as messages show it, or `nil` for the working
  ///     directory.
  case pin(tool: ToolName, version: VersionText?, folder: String?)

  /// The change of the Toolfile, or `nil` if another file changes.
  package var toolfileRemedy: ToolfileRemedy? {
    if case .toolfile(let remedy) = self { remedy } else { nil }
  }
}
