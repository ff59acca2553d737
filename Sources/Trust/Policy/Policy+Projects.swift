package import Diagnostics
internal import Manifests
package import Projects
internal import SourceKinds
package import Vocabulary

extension Policy {
  /// Returns the violations that a project's files reveal: by its registries, the tools of its
  /// Toolfile and lock, its hooks, and its system packages.
  ///
  /// - Parameter now: The time from which the age of releases is measured.
  package func violations(of project: Project, now: ReleaseTime) -> [PolicyViolation] {
    let toolfile = project.toolfile
    let locked = project.lock.map { violations(of: $0, in: project, now: now) } ?? []
    let declared = declaredTools(of: project).flatMap { violations(of: $0) }.filter { violation in
      !locked.contains { $0.tool == violation.tool && $0.matter == violation.matter }
    }
    return violations(of: toolfile.registries) + declared + locked
      + violations(of: toolfile.hooks) + violations(of: toolfile.hostPackages)
  }

  /// Returns the tools of a Toolfile that no lock records, with the definitions that are known
  /// without a request.
  private func declaredTools(of project: Project) -> [DeclaredTool] {
    let own = Registries.Registry(
      name: LockedDefinition.toolfileRegistry, project.toolfile.definitions)
    let registries = Registries([own, .shipped], project.catalog)
    return project.requests.map { request in
      let isLocked = project.lock?[request.tool]?.definition != nil
      guard request.declared.source == nil, !isLocked,
        let definition = (try? registries.definition(of: request.tool)) ?? nil
      else { return request.declared }
      return request.declared.defined(by: definition)
    }
  }

  private func violations(of hooks: [Toolfile.Hook]) -> [PolicyViolation] {
    guard let line = line(turningOff: .hooks) else { return [] }
    return hooks.map { PolicyViolation(.hook($0.name.text), line, origin: $0.origin) }
  }

  private func violations(of statements: [Toolfile.HostPackages]) -> [PolicyViolation] {
    guard let line = line(turningOff: .hostPackages) else { return [] }
    return statements.flatMap { statement in
      HostPackageManager.allCases.flatMap { manager in
        (statement.names[manager] ?? []).map {
          PolicyViolation(.hostPackage(manager, $0), line, origin: statement.origin)
        }
      }
    }
  }
}
