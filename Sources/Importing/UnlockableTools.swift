package import Diagnostics
package import Manifests
package import SourceKinds
internal import Versions
internal import Vocabulary

/// The tools of a Toolfile that no lock can contain, as far as that is known without a network.
package struct UnlockableTools: Sendable {
  /// The problems, in the order of the tools. Empty if every tool can be looked up.
  package let problems: [SourceProblem]

  /// Examines a Toolfile.
  ///
  /// - Parameters:
  ///   - toolfile: The Toolfile.
  ///   - registries: The definitions that give names a meaning.
  package init(in toolfile: Toolfile, _ registries: Registries) {
    problems = toolfile.tools.flatMap { Self.problems(of: $0, in: toolfile, registries) }
  }

  private static func problems(
    of statement: Toolfile.Tool, in toolfile: Toolfile, _ registries: Registries
  ) -> [SourceProblem] {
    var tool = DeclaredTool(statement, toolfile.sources, in: .standard)
    if tool.source == nil {
      do throws(SourceProblem) {
        guard let definition = try registries.definition(of: tool.name) else {
          return [registries.undefined(tool.name, at: tool.origin, isOfProject: true)]
        }
        tool = tool.defined(by: definition)
      } catch {
        return [error]
      }
    }
    let kind = tool.source.flatMap { SourceCatalog.standard[$0.name] }
    let problems = kind.map(tool.problems) ?? []
    // The options of the statement replace those of the definition.
    guard problems.isEmpty, statement.options.isEmpty, let definition = tool.definition,
      let fault = fault(
        of: definition, statement.requirement.value,
        on: statement.platforms ?? toolfile.platforms?.value)
    else { return problems }
    return [
      SourceProblem(
        source: definition.source, tool: tool.name, origin: statement.requirement.origin,
        fault: .content(fault))
    ]
  }

  /// Returns the fault that a definition offers no version that the requirement admits, or none for
  /// the platforms. Returns `nil` if it may offer one.
  ///
  /// - Parameter stated: The platforms, all of which are needed, or `nil` if none are stated. Then
  ///   one of the usual ones is enough.
  private static func fault(
    of definition: AppliedDefinition, _ requirement: Requirement, on stated: [Platform]?
  ) -> SourceContentFault? {
    guard let admitted = try? requirement.versions(in: definition.scheme) else { return nil }
    let fitting = definition.offer(in: .standard).filter {
      !$0.platforms.isEmpty && !$0.versions.isDisjoint(with: admitted)
    }
    guard let newest = fitting.last else {
      return .noVersion(
        wanted: requirement.description, existing: [], oldest: definition.oldest,
        until: definition.until)
    }
    let platforms = stated ?? Platform.defaults
    let isServed = fitting.contains { versions in
      stated == nil
        ? platforms.contains(where: versions.platforms.contains)
        : platforms.allSatisfy(versions.platforms.contains)
    }
    guard !isServed, let missing = platforms.first(where: { !newest.platforms.contains($0) })
    else { return nil }
    let version = requirement.isExact ? requirement.clauses[0].version : ""
    return .noArtifact(
      version: version, platform: missing,
      .otherMachines(newest.platforms.map(\.rawValue)),
      served: platforms.filter(newest.platforms.contains))
  }
}
