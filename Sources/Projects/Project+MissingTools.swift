package import Diagnostics
package import Manifests
internal import SourceKinds
package import Vocabulary

extension Project {
  /// Returns the tools that ``lock`` should contain for `platform`, but for which it has no
  /// artifact: those that the Toolfile declares, including those in optional groups, and those that
  /// other locked tools need. Each comes with the line or the tool that asks for it.
  ///
  /// They were declared after the lock was written, or a merge or an edit has removed their lines.
  /// Empty without a lock, or if the lock does not cover `platform`.
  package func toolsMissingFromLock(
    for platform: Platform
  ) -> [(tool: ToolName, origin: Origin)] {
    guard let lock, lock.platforms.contains(platform) else { return [] }
    let system = systemTools
    func isMissing(_ tool: ToolName) -> Bool {
      guard let stanza = lock[tool] else { return !system.contains(tool) }
      return stanza.artifact(for: platform) == nil && stanza.parts(for: platform).isEmpty
    }
    let declared = toolfile.tools(for: platform).filter { isMissing($0.name) }
    let limited = Set(toolfile.tools.filter { $0.platforms != nil }.map(\.name))
    let needed = lock.tools.filter { $0.artifact(for: platform) != nil }.flatMap { tool in
      tool.needs.filter { !limited.contains($0.tool) && isMissing($0.tool) }
        .map { ($0.tool, Origin.tool(name: tool.name.text, version: tool.version.text)) }
    }
    return declared.map { ($0.name, $0.origin.withoutColumn) } + needed
  }

  /// Returns the first of `tools`, or the first tool that provides `executable`, that the project
  /// wants only for other platforms. Returns `nil` if there is none.
  package func toolLimited(
    toOthersThan platform: Platform, among tools: [ToolName], or executable: ExecutableName
  ) -> LimitedTool? {
    let declared = toolfile.tools.first { tool in
      tool.platforms?.contains(platform) == false
        && (tools.contains(tool.name) || toolfile.states(executable, of: tool.name))
    }
    if let declared {
      return LimitedTool(
        declared.name, to: declared.platforms ?? [], at: declared.origin.withoutColumn)
    }
    guard let lock, lock.platforms.contains(platform) else { return nil }
    return lock.tools.first { tool in
      tool.artifact(for: platform) == nil && tool.parts(for: platform).isEmpty
        && (tools.contains(tool.name) || tool.provides.contains { $0.name == executable })
    }.map { tool in
      LimitedTool(
        tool.name, to: tool.artifacts.map(\.platform),
        at: toolfile[tool.name]?.origin.withoutColumn
          ?? lock.origin(of: tool.name, in: lockName) ?? .file(lockName))
    }
  }
}

extension Toolfile {
  /// Returns whether `tool` provides `executable` according to its declaration, or to its
  /// definition in this file or in the shipped registry.
  package func states(_ executable: ExecutableName, of tool: ToolName) -> Bool {
    if let stated = self[tool]?.executables?.value {
      return stated.contains { $0.name == executable }
    }
    let definition =
      definitions.first { $0.name == tool } ?? ShippedRegistry.standard.definition(of: tool)
    return definition?.executables.contains { list in
      list.value.contains { $0.name == executable }
    } ?? false
  }

  /// Returns whether one of `tools`, or a tool that provides `executable`, is declared for
  /// `platform`.
  package func declares(
    _ tools: [ToolName], or executable: ExecutableName, for platform: Platform
  ) -> Bool {
    self.tools(for: platform).contains {
      tools.contains($0.name) || states(executable, of: $0.name)
    }
  }

  /// Returns the tools that are declared for `platform`, including those in optional groups.
  package func tools(for platform: Platform) -> [Tool] {
    tools.filter { $0.platforms?.contains(platform) ?? true }
  }
}
