package import Diagnostics
package import Manifests
package import SourceKinds

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
    problems = toolfile.tools.flatMap { tool in
      Self.problems(of: DeclaredTool(tool, toolfile.sources, in: .standard), registries)
    }
  }

  private static func problems(
    of tool: DeclaredTool, _ registries: Registries
  ) -> [SourceProblem] {
    var tool = tool
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
    return kind.map(tool.problems) ?? []
  }
}
