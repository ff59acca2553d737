package import Vocabulary

/// A version of a tool that a pin or a lock requires.
package struct WantedVersion: Hashable, Sendable, CustomStringConvertible {
  package let tool: ToolName
  package let version: PinnedVersion
  /// The pin that requires the version, or `nil` if the lock requires it.
  package let origin: Origin?
  /// Whether the version is installed only for a lock, which the pin cannot use.
  package let isLockOnly: Bool
  /// The tool that ``tool`` is an alias of, or `nil` if it is not an alias.
  package var aliasOf: ToolName?

  /// Creates a required version. Omit `origin` if the lock requires it.
  package init(
    tool: ToolName, version: PinnedVersion, origin: Origin? = nil, isLockOnly: Bool = false
  ) {
    self.tool = tool
    self.version = version
    self.origin = origin
    self.isLockOnly = isLockOnly
  }

  /// The version as messages show it: `ruff 0.17.5` or `ruff 0.17.5 (.tool-version:1:1)`.
  package var description: String { "\(tool) \(version)" + (origin.map { " (\($0))" } ?? "") }
}
