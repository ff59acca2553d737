package import Diagnostics
package import Manifests
internal import Versions

/// All that a project's files say of one tool, in the form in which a lock keeps it beside the answer.
package struct ToolRequest: Hashable, Sendable {
  package let tool: ToolName
  /// The Toolfile's, then that of `.tool-version`.
  package let wants: [LockedTool.Want]
  /// Where each of `wants` stands.
  package let origins: [Origin]
  /// nil: the user's default source, whichever it is.
  package let source: String?
  /// What else the Toolfile says of it.
  package let options: [LockedDeclaration.Option]
  package let declared: Toolfile.Tool

  /// The declaration that a lock keeps, where the tool came from `source`.
  package func declaration(from source: String) -> LockedDeclaration {
    LockedDeclaration(source: source, options: options)
  }
}

extension Project {
  /// What the Toolfile, and the `.tool-version` beside it, say of each tool that the Toolfile names and a lock must answer.
  package var requests: [ToolRequest] {
    let system = systemTools
    return toolfile.tools.filter { !system.contains($0.name) }.map(request)
  }

  /// The same for one tool. nil where the Toolfile does not name it, or the system has it.
  package func request(for tool: ToolName) -> ToolRequest? {
    pins?.pin(of: tool)?.version == .system ? nil : toolfile[tool].map(request)
  }

  /// Tools that the `.tool-version` beside the Toolfile leaves to the system. Whoever wants them, they are never locked.
  package var systemTools: Set<ToolName> {
    Set(pins?.pins.filter { $0.version == .system }.map(\.tool) ?? [])
  }

  /// What the `.tool-version` beside the Toolfile wants of tools, by name.
  var pinnedWants: [ToolName: LockedTool.Want] {
    let wants = (pins?.pins ?? []).compactMap { pin in
      pin.want.map { (pin.tool, $0) }
    }
    return Dictionary(wants) { first, _ in first }
  }

  private func request(_ tool: Toolfile.Tool) -> ToolRequest {
    var wants = [LockedTool.Want(tool.requirement.value, by: .toolfile)]
    var origins = [tool.requirement.origin]
    if let pin = pins?.pin(of: tool.name), let want = pin.want {
      wants.append(want)
      origins.append(pin.origin)
    }
    return ToolRequest(
      tool: tool.name, wants: wants, origins: origins, source: tool.source?.name,
      options: Self.options(of: tool), declared: tool)
  }

  private static func options(of tool: Toolfile.Tool) -> [LockedDeclaration.Option] {
    var options: [LockedDeclaration.Option] = [
      .init("package", tool.package?.value ?? tool.name.text),
      .init("groups", tool.groups.map(\.text).sorted().joined(separator: ",")),
    ]
    if let address = tool.source?.address {
      options.append(.init("address", withoutCredentials(address)))
    }
    if let executables = tool.executables?.value {
      let words = executables.map { $0.name.text + ($0.path.map { "=\($0.text)" } ?? "") }
      options.append(.init("executables", words.joined(separator: ",")))
    }
    if let platforms = tool.platforms {
      options.append(.init("platforms", platforms.map(\.rawValue).sorted().joined(separator: ",")))
    }
    if let cooldown = tool.cooldown {
      options.append(.init("cooldown", cooldown.value.description))
    }
    options += tool.options.map { .init($0.key, $0.value.description) }
    return options
  }

  /// A lock is committed: what stands before an `@` in the authority stays out of it.
  private static func withoutCredentials(_ address: String) -> String {
    guard let scheme = address.range(of: "://") else { return address }
    let rest = address[scheme.upperBound...]
    let authority = rest.prefix { !"/?#".contains($0) }
    guard let at = authority.lastIndex(of: "@") else { return address }
    return String(address[..<scheme.upperBound] + rest[rest.index(after: at)...])
  }
}

extension ToolPin {
  /// nil where it leaves the version to the system.
  fileprivate var want: LockedTool.Want? {
    guard case .exact(let version) = version,
      let requirement = try? Requirement(parsing: ["= \(version)"])
    else { return nil }
    return LockedTool.Want(requirement, by: .toolVersionFile)
  }
}

extension String {
  /// The first place of `text` in this string (FoundationEssentials has it, and is not linked here).
  fileprivate func range(of text: String) -> Range<Index>? {
    indices.lazy.compactMap { start in
      self[start...].hasPrefix(text) ? start..<self.index(start, offsetBy: text.count) : nil
    }.first
  }
}
