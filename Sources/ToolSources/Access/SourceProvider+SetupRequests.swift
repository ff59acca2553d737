internal import Manifests
package import Projects
package import SourceKinds
package import Trust
package import Vocabulary

// The requests that a machine setup makes for a project.
extension SourceProvider {
  /// Returns requests for a project's hooks and packages. A package needs no consent if a
  /// definition in the shipped registry or the user's also needs it for the same tool.
  ///
  /// - Parameters:
  ///   - project: The project.
  ///   - definitions: The definitions of the tools that have no source in the Toolfile, and of the
  ///     tools that they need.
  ///   - own: The rule that decides whether a Toolfile is the user's own, and so makes no requests.
  package func setupRequests(
    of project: Project, _ definitions: [ToolName: AppliedDefinition],
    own: OwnToolfile = OwnToolfile()
  ) -> SetupRequests {
    let trusted = Registries.trusted(in: access.root)
    let needs = definitions.sorted { $0.key < $1.key }.flatMap { tool, definition in
      let known = ((try? trusted.definition(of: tool)) ?? nil)?.hostNeedsOfAll ?? []
      return definition.hostNeedsOfAll.compactMap { need in
        let packages = need.packages.filter { manager, name in
          !known.contains { $0.packages[manager] == name }
        }
        return HostNeed(need.name, need.requirement, packages: packages)
          .map { Located($0, at: definition.origin) }
      }
    }
    return SetupRequests(of: project, needs: needs, own: own)
  }
}
