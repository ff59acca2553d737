internal import Diagnostics
package import Manifests
package import SourceKinds
package import Versions
package import Vocabulary

/// The declaration of a tool in a project and the requirements on it, which a lock records to
/// detect changes.
package struct ToolRequest: Hashable, Sendable {
  package let declared: DeclaredTool
  /// The requirement in the Toolfile, then the one in `.tool-version` if there is one, each with
  /// its location.
  package let wants: [Located<LockedTool.Want>]

  package var tool: ToolName { declared.name }
}

extension Project {
  /// The requests for the tools that the Toolfile names, except those left to the system.
  package var requests: [ToolRequest] {
    let system = systemTools
    return zip(toolfile.tools, declaredTools).compactMap { tool, declared in
      system.contains(tool.name) ? nil : request(tool, declared)
    }
  }

  /// Returns the request for a tool, or `nil` if the Toolfile does not name the tool or the
  /// tool is left to the system.
  package func request(for tool: ToolName) -> ToolRequest? {
    if pins?.pin(of: tool)?.version == .system { return nil }
    guard let index = toolfile.index(of: tool) else { return nil }
    return request(toolfile.tools[index], declaredTools[index])
  }

  /// The tools that the `.tool-version` file beside the Toolfile leaves to the system.
  ///
  /// They are never locked, even if other tools need them.
  package var systemTools: Set<ToolName> {
    Set(pins?.pins.filter { $0.version == .system }.map(\.tool) ?? [])
  }

  /// The Toolfile's requirements for tools that the system provides.
  private var systemRequirements: [ToolName: Located<Requirement>] {
    let system = systemTools
    return Dictionary(
      toolfile.tools.filter { system.contains($0.name) }.map { ($0.name, $0.requirement) }
    ) { first, _ in first }
  }

  /// The oldest version that the Toolfile accepts of each tool that the system provides, keyed by
  /// tool, with the requirement that names the version: 3.1 for `tool "ruby", "~> 3.1"`. Gems must
  /// work with this Ruby.
  package var oldestSystemVersions: [ToolName: OldestSystemVersion] {
    systemRequirements.compactMapValues { requirement in
      requirement.value.oldestNamedVersion(in: .general).map {
        OldestSystemVersion(version: $0, requirement: requirement)
      }
    }
  }

  /// Returns the requirement on `tool` in the `.tool-version` file beside the Toolfile, or `nil` if
  /// the file does not name the tool or leaves it to the system.
  package func pinnedWant(of tool: ToolName) -> Located<LockedTool.Want>? {
    pins?.pin(of: tool)?.want
  }

  /// The requirements in the `.tool-version` file beside the Toolfile, by tool.
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

/// The oldest version that a requirement for a system tool accepts.
package struct OldestSystemVersion: Hashable, Sendable {
  package let version: Version
  package let requirement: Located<Requirement>
}

extension Requirement {
  /// Returns the oldest version that a clause names and all clauses accept, or `nil` if there is
  /// none.
  fileprivate func oldestNamedVersion(in scheme: VersionScheme) -> Version? {
    guard let admitted = try? versions(in: scheme) else { return nil }
    return clauses.compactMap { try? Version(parsing: $0.version, scheme: scheme) }
      .filter(admitted.contains).min()
  }
}

extension ToolPin {
  /// The pin as a requirement, or `nil` if it leaves the tool to the system.
  fileprivate var want: Located<LockedTool.Want>? {
    guard case .exact(let version) = version else { return nil }
    return Located(
      LockedTool.Want(Requirement(exactly: version.text), by: .toolVersionFile), at: origin)
  }
}
