internal import Manifests
package import Projects
package import SourceKinds
package import Trust
package import Vocabulary

// The requests for consent to what the set-up of a machine does for a project.
extension SourceProvider {
  /// Returns requests for the hooks and the packages of a project. Packages that a definition of
  /// the shipped or the user's registries needs for the same tool need no consent.
  ///
  /// - Parameters:
  ///   - project: The project.
  ///   - definitions: The meanings of the tools for which the Toolfile names no source, and of
  ///     those that they need.
  ///   - own: The rule by which a Toolfile is the user's own, so that it asks for nothing.
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
