internal import Diagnostics
internal import Locking
internal import Manifests
internal import Projects
internal import SourceKinds
internal import ToolSources
internal import Versions
internal import Vocabulary

// What a tool to add is adjusted to: the versions that exist, its definition, and its platforms.
extension EditWorkflow {
  /// Returns the addition with the requirement that the typed version stands for. If the source of
  /// the tool cannot list its versions, locking the tool tells why.
  func decided(
    _ addition: Addition, in project: Project
  ) async throws(Problem) -> Addition {
    guard let typed = addition.typed, let beginning = typed.beginning else { return addition }
    do {
      let draft = try draft(adding: [addition], to: project).project
      let versions = try await locking.versions(of: addition.tool.name, in: draft)
      return addition.requiring(typed.requirement(among: versions))
    } catch {
      if case .interrupted = error { throw error }
      return typed.isShort ? addition.requiring(beginning) : addition
    }
  }

  /// Adds tools. If a source lacks one of them, or some of its platforms, tries again with what its
  /// definition states, or without these platforms. Each attempt adjusts another tool.
  func addingWhereAvailable(
    _ additions: [Addition], to project: Project
  ) async throws(Problem) -> ProjectEdit {
    var additions = additions
    while true {
      do throws(Problem) {
        var edit = try await addingExactly(additions, to: project)
        edit.definedTools = Set(additions.filter(\.isDefined).map(\.tool.name))
        for addition in additions {
          edit.hiddenPackages[addition.tool.name] = await hiddenPackage(of: addition, in: project)
        }
        return edit
      } catch {
        let adjusted = try await adjusted(additions, after: error, in: project)
        if adjusted == additions { throw error }
        additions = adjusted
      }
    }
  }

  private func adjusted(
    _ additions: [Addition], after problem: Problem, in project: Project
  ) async throws(Problem) -> [Addition] {
    let limits = project.toolfile.platforms == nil ? problem.servedPlatforms : [:]
    let unknown = problem.unknownPackages
    var adjusted: [Addition] = []
    for addition in additions {
      let name = addition.tool.name
      if project.toolfile[name] != nil {
        adjusted.append(addition)
      } else if let platforms = limits[name], !addition.namesPlatforms {
        adjusted.append(addition.limited(to: platforms))
      } else if unknown.contains(name), let defined = await defined(addition, in: project) {
        adjusted.append(try await decided(defined, in: project))
      } else {
        adjusted.append(addition)
      }
    }
    return adjusted
  }

  /// Returns the definition of a new tool to which a `source` statement applies, and the name of
  /// that source. Returns `nil` if the tool has no definition, or if its definition applies.
  private func hiddenDefinition(
    of addition: Addition, in project: Project
  ) async -> (definition: AppliedDefinition, source: String)? {
    let tool = NewTool(addition.tool.name, .any)
    var editor = ToolfileEditor(project.toolfile)
    guard project.toolfile[tool.name] == nil, !addition.namesSource, !addition.isDefined,
      let draft = try? draft(adding: [addition], to: project).project,
      let source = draft.toolfile[tool.name]?.source,
      (try? editor.add(tool, beforeSources: true)) != nil,
      let definition = await locking.definition(
        of: tool.name, in: project.with(editor.toolfile, project.lock))
    else { return nil }
    return (definition, source.name)
  }

  /// Returns the package that the definition of a tool names, if it is not the one that the tool
  /// has in the public index to which a `source` statement refers.
  private func hiddenPackage(
    of addition: Addition, in project: Project
  ) async -> DefinedPackage? {
    guard let (definition, source) = await hiddenDefinition(of: addition, in: project),
      project.catalog[source]?.namesArePublic ?? false,
      !definition.all.contains(where: {
        $0.source == source && $0.package.value == addition.tool.name.text
      })
    else { return nil }
    return DefinedPackage(source: definition.source, package: definition.package.value)
  }

  /// Returns an addition as its definition states it, or `nil` if it has none or if no `source`
  /// statement hides the definition.
  private func defined(_ addition: Addition, in project: Project) async -> Addition? {
    guard let (definition, _) = await hiddenDefinition(of: addition, in: project) else {
      return nil
    }
    if definition.isOneOption {
      return addition.taking(definition.package.value, from: definition.source)
    }
    return addition.group == nil ? addition.aboveSources : nil
  }
}

extension Problem {
  /// For each tool that lacks artifacts for some of the required platforms, the platforms for which
  /// it has artifacts.
  fileprivate var servedPlatforms: [ToolName: [Platform]] {
    switch self {
    case .sources(let problems):
      problems.reduce(into: [:]) { platforms, problem in
        guard case .content(.noArtifact(_, _, _, let served)) = problem.fault, !served.isEmpty,
          let tool = problem.tool
        else { return }
        platforms[tool] = served
      }
    case .several(let problems):
      problems.reduce(into: [:]) { platforms, problem in
        platforms.merge(problem.servedPlatforms) { first, _ in first }
      }
    default: [:]
    }
  }

  /// The tools whose source has no package of their name.
  fileprivate var unknownPackages: Set<ToolName> {
    switch self {
    case .sources(let problems):
      Set(
        problems.compactMap { problem in
          guard case .content(.unknownPackage) = problem.fault, let tool = problem.tool,
            problem.package == tool.text
          else { return nil }
          return tool
        })
    case .several(let problems): Set(problems.flatMap(\.unknownPackages))
    default: []
    }
  }
}
