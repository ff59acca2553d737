package import Vocabulary

/// A version of a tool that a pin or a lock requires.
package struct WantedVersion: Hashable, Sendable, CustomStringConvertible {
  package let tool: ToolName
  package let version: String
  /// The pin that requires the version, or `nil` if the lock requires it.
  package let origin: Origin?
  /// Whether the version is installed, but only for a lock, and the pin has none.
  package let isLockOnly: Bool
  /// The tool that the registries define under another name, of which ``tool`` is an alias, or
  /// `nil` if it is none.
  package var aliasOf: ToolName?

  /// Creates a required version. Omit `origin` if the lock requires it.
  package init(tool: ToolName, version: String, origin: Origin? = nil, isLockOnly: Bool = false) {
    self.tool = tool
    self.version = version
    self.origin = origin
    self.isLockOnly = isLockOnly
  }

  /// The version as messages show it: `ruff 0.17.5` or `ruff 0.17.5 (.tool-version:1:1)`.
  package var description: String { "\(tool) \(version)" + (origin.map { " (\($0))" } ?? "") }
}
