internal import Gems
internal import Manifests
internal import Resolution
internal import SourceKinds
internal import ToolSources
internal import Versions
internal import Vocabulary

/// Converts the needs of a tool's releases to the solver's dependencies.
///
/// Parses each requirement only once, because many releases have the same needs.
struct CandidateDependencies {
  private let tool: SourcedTool
  private let nameResolution: ToolNameResolution
  private var gems: [GemDependency: Dependency<ToolUniverse>] = [:]
  private var runtimes: [RuntimeNeed: Dependency<ToolUniverse>] = [:]

  /// A release's requirement on the tool that runs it, and the reason for the requirement.
  private struct RuntimeNeed: Hashable {
    let requirement: Requirement
    let reason: String?
  }

  /// Creates a conversion for the releases of `tool`.
  init(of tool: SourcedTool, _ nameResolution: ToolNameResolution) {
    self.tool = tool
    self.nameResolution = nameResolution
  }

  /// A need that is not a valid requirement on versions of the needed tool.
  struct UnreadableNeed: Error {
    let detail: String
  }

  /// Returns what a release needs, without needs on system tools, sorted by tool. The solver breaks
  /// ties by the order in which it encounters tools, but the order of lines in an index must not
  /// matter.
  ///
  /// - Parameters:
  ///   - needs: The needs for tools.
  ///   - parts: The needs for gems of the tool's own graph.
  mutating func list(
    _ needs: [SourceQuery.Need], _ parts: [GemDependency]
  ) -> Result<[Dependency<ToolUniverse>], UnreadableNeed> {
    var dependencies: [Dependency<ToolUniverse>] = []
    for stated in needs {
      let need = stated.need.value
      let found =
        stated.isOfRuntime
        ? nameResolution.runtime(need.tool) : nameResolution.tool(need.tool, at: stated.location)
      guard let needed = found else { continue }
      if stated.isOfRuntime, need.requirement == .any, tool.part != nil { continue }
      guard let dependency = dependency(on: needed, stated) else {
        return .failure(UnreadableNeed(detail: "\(need.tool) \(need.requirement)"))
      }
      dependencies.append(dependency)
    }
    for part in parts {
      guard let dependency = dependency(on: part) else {
        return .failure(UnreadableNeed(detail: "\(part.name) \(part.requirement)"))
      }
      dependencies.append(dependency)
    }
    return .success(dependencies.sorted { $0.package < $1.package })
  }

  private mutating func dependency(
    on needed: SourcedTool, _ stated: SourceQuery.Need
  ) -> Dependency<ToolUniverse>? {
    let requirement = stated.need.value.requirement
    let runtime = RuntimeNeed(requirement: requirement, reason: stated.reason)
    if stated.isOfRuntime, let known = runtimes[runtime] { return known }
    guard let scheme = nameResolution.scheme(of: needed) else { return nil }
    let dependency = try? Located(requirement, at: stated.need.origin)
      .dependency(
        on: needed, in: scheme, isOfRuntime: stated.isOfRuntime,
        reason: stated.reason.map { "for \($0)" })
    if stated.isOfRuntime { runtimes[runtime] = dependency }
    return dependency
  }

  private mutating func dependency(on part: GemDependency) -> Dependency<ToolUniverse>? {
    if let known = gems[part] { return known }
    let dependency = try? Located(part.requirement, at: .tool(name: tool.text, version: ""))
      .dependency(on: tool.part(part.name), in: GemKind.scheme)
    gems[part] = dependency
    return dependency
  }
}
