internal import Vocabulary

/// The names of the tools that no registry defines.
struct PackageNames: Sendable {
  /// The names of repositories that say nothing about the tool in them.
  private static let generalNames: Set = ["cli", "sdk", "tools", "app", "core", "client", "bin"]

  private var names: [PackagedTool.Key: ToolName] = [:]
  private var owners: [PackagedTool.Key: String] = [:]

  /// Returns the name of a tool, or `nil` if no valid name is free.
  ///
  /// It is the one in the manifest, or begins with that of the package's owner if the former says
  /// nothing or is taken.
  mutating func name(of tool: PackagedTool, isFree: (ToolName) -> Bool) -> ToolName? {
    owners[tool.key] = tool.owner
    if let known = names[tool.key] { return known }
    let saysEnough = tool.isNamed || !Self.generalNames.contains(tool.name)
    let own = saysEnough ? ToolName(tool.name) : nil
    let name = own.flatMap { isFree($0) ? $0 : nil } ?? longName(of: tool.key)
    guard let name, isFree(name) else { return nil }
    names[tool.key] = name
    return name
  }

  /// Gives another name to a tool, and returns it. Returns `nil` if no valid name is free.
  mutating func rename(
    _ tool: PackagedTool.Key, isFree: (ToolName) -> Bool
  ) -> ToolName? {
    guard let name = longName(of: tool), isFree(name) else { return nil }
    names[tool] = name
    return name
  }

  private func longName(of tool: PackagedTool.Key) -> ToolName? {
    owners[tool].flatMap { ToolName("\($0)-\(tool.program)".lowercased()) }
  }
}
