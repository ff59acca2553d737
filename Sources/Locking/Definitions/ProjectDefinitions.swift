internal import Diagnostics
internal import Manifests
internal import Projects
internal import SourceKinds
internal import Vocabulary

/// The definitions of each tool of a project without a source, and of each tool that the project's
/// tools need and that the Toolfile does not declare.
struct ProjectDefinitions {
  private let project: Project
  private let registries: Registries
  private let locked: (ToolName) -> AppliedDefinition?
  /// The definitions that were found.
  private(set) var definitions: [ToolName: AppliedDefinition] = [:]
  /// The problems of the tools that were not found.
  private(set) var problems: [SourceProblem] = []
  /// The found tools whose needs have not been followed yet.
  private var pending: [ToolName] = []
  /// The tools that a need does not look up again: those that the Toolfile declares, those of the
  /// system, and those that another need looked up.
  private var seen: Set<ToolName>

  /// Searches for the tools of a project, and for those that they need.
  ///
  /// - Parameters:
  ///   - project: The project.
  ///   - registries: The registries to search.
  ///   - locked: Returns the meaning of a tool that the lock keeps, or `nil` if there is none.
  init(
    of project: Project, _ registries: Registries,
    keeping locked: @escaping (ToolName) -> AppliedDefinition?
  ) {
    self.project = project
    self.registries = registries
    self.locked = locked
    seen = Set(project.toolfile.tools.map(\.name)).union(project.systemTools)
    for request in project.requests {
      let origin = request.declared.origin
      if let source = request.declared.source {
        addRuntime(of: source.name, neededBy: request.tool, origin)
      } else {
        add(
          request.tool,
          undefined: registries.undefined(request.tool, at: origin, isOfProject: true))
      }
    }
    while let tool = pending.popLast() {
      guard let definition = definitions[tool] else { continue }
      addRuntime(of: definition.source, neededBy: tool, definition.origin)
      for need in definition.neededTools where seen.insert(need.value).inserted {
        add(need.value, undefined: registries.undefined(need, neededBy: tool))
      }
    }
  }

  /// Looks up a tool. `undefined` returns the problem to report if no registry defines it. It is
  /// evaluated only then, because it lists all definitions.
  private mutating func add(_ tool: ToolName, undefined: @autoclosure () -> SourceProblem) {
    do throws(SourceProblem) {
      var found = locked(tool)
      // The lock records only the source that was chosen, but another version may come from
      // another source of the same definition.
      if found.map({ registries.entry(of: tool)?.definition.digest == $0.digest }) ?? true {
        found = try registries.definition(of: tool)
      }
      guard let found else { throw undefined() }
      if project.toolfile[tool]?.executables == nil, let problem = found.reservation(by: tool) {
        throw problem
      }
      definitions[tool] = found
      pending.append(tool)
    } catch {
      problems.append(error)
    }
  }

  /// Looks up the tool that runs the packages of a source, such as Ruby for gems.
  private mutating func addRuntime(
    of source: String, neededBy tool: ToolName, _ origin: Origin
  ) {
    guard let runtime = project.catalog.runtime(of: source), seen.insert(runtime).inserted
    else { return }
    let registries = registries
    add(runtime, undefined: registries.undefined(Located(runtime, at: origin), neededBy: tool))
  }
}
