internal import Diagnostics
package import Manifests
package import SourceKinds
internal import Versions

/// All that a project's files say of one tool, in the form in which a lock keeps it beside the answer.
package struct ToolRequest: Hashable, Sendable {
  package let declared: DeclaredTool
  /// The Toolfile's want, then that of `.tool-version`, each with its location; at least one.
  package let wants: [Located<LockedTool.Want>]

  package var tool: ToolName { declared.name }
}

extension Project {
  /// What the Toolfile, and the `.tool-version` beside it, say of each tool that the Toolfile names and a lock must answer.
  package var requests: [ToolRequest] {
    let system = systemTools
    return zip(toolfile.tools, declaredTools).compactMap { tool, declared in
      system.contains(tool.name) ? nil : request(tool, declared)
    }
  }

  /// The same for one tool. nil where the Toolfile does not name it, or the system has it.
  package func request(for tool: ToolName) -> ToolRequest? {
    if pins?.pin(of: tool)?.version == .system { return nil }
    guard let index = toolfile.tools.firstIndex(where: { $0.name == tool }) else { return nil }
    return request(toolfile.tools[index], declaredTools[index])
  }

  /// Tools that the `.tool-version` beside the Toolfile leaves to the system. Whoever wants them, they are never locked.
  package var systemTools: Set<ToolName> {
    Set(pins?.pins.filter { $0.version == .system }.map(\.tool) ?? [])
  }

  /// The want for `tool`, with its location, in the `.tool-version` beside the Toolfile. nil if the
  /// tool is missing there or is left to the system.
  package func pinnedWant(of tool: ToolName) -> Located<LockedTool.Want>? {
    pins?.pin(of: tool)?.want
  }

  /// What the `.tool-version` beside the Toolfile wants of tools, by name.
  var pinnedWants: [ToolName: LockedTool.Want] {
    let wants = (pins?.pins ?? []).compactMap { pin in pin.want.map { (pin.tool, $0.value) } }
    return Dictionary(wants) { first, _ in first }
  }

  private func request(_ tool: Toolfile.Tool, _ declared: DeclaredTool) -> ToolRequest {
    let want = Located(
      LockedTool.Want(tool.requirement.value, by: .toolfile), at: tool.requirement.origin)
    return ToolRequest(
      declared: declared, wants: [want] + (pinnedWant(of: tool.name).map { [$0] } ?? []))
  }
}

extension ToolPin {
  /// nil where it leaves the version to the system.
  fileprivate var want: Located<LockedTool.Want>? {
    guard case .exact(let version) = version,
      let requirement = try? Requirement(parsing: ["= \(version)"])
    else { return nil }
    return Located(LockedTool.Want(requirement, by: .toolVersionFile), at: origin)
  }
}
