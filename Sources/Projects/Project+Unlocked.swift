package import Diagnostics
package import Manifests

extension Project {
  /// Returns the tools that `lock` should have for `platform`, but of which it has no file for it,
  /// each with the line or the tool that asks for it: those that the Toolfile declares, also in
  /// optional groups, and those that a tool of the lock needs.
  ///
  /// They were declared after the lock was written, or a merge or an edit has removed their lines.
  /// A lock that does not cover `platform` at all lacks none of them.
  package func unlockedTools(
    in lock: Lockfile, for platform: Platform
  ) -> [(tool: ToolName, origin: Origin)] {
    guard lock.platforms.contains(platform) else { return [] }
    let system = systemTools
    func lacks(_ tool: ToolName) -> Bool {
      guard let stanza = lock[tool] else { return !system.contains(tool) }
      return stanza.artifact(for: platform) == nil && stanza.parts(for: platform).isEmpty
    }
    let declared = toolfile.tools(for: platform).filter { lacks($0.name) }
    let limited = Set(toolfile.tools.filter { $0.platforms != nil }.map(\.name))
    let needed = lock.tools.filter { $0.artifact(for: platform) != nil }.flatMap { tool in
      tool.needs.filter { !limited.contains($0.tool) && lacks($0.tool) }
        .map { ($0.tool, Origin.tool(name: tool.name.text, version: tool.version.text)) }
    }
    return declared.map { ($0.name, $0.origin.withoutColumn) } + needed
  }
}

extension Toolfile {
  /// Returns the tools that are declared for `platform`, also those of optional groups.
  package func tools(for platform: Platform) -> [Tool] {
    tools.filter { $0.platforms?.contains(platform) ?? true }
  }
}
