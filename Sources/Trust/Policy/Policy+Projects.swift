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
    let packages = violations(of: toolfile.hostPackages)
    let built = violationsByBuilds(of: project).filter { violation in
      !packages.contains { $0.matter == violation.matter }
    }
    return violations(of: toolfile.registries) + declared + locked
      + violations(of: toolfile.hooks) + packages + built
  }

  /// Returns the tools of a Toolfile and those that they need, unless a lock records them, with the
  /// definitions that are known without a request.
  private func declaredTools(of project: Project) -> [DeclaredTool] {
    let own = Registries.Registry(
      name: LockedDefinition.toolfileRegistry, project.toolfile.definitions)
    let registries = Registries([own, .shipped], project.catalog)
    func defined(_ tool: DeclaredTool) -> DeclaredTool {
      let isLocked = project.lock?[tool.name]?.definition != nil
      guard tool.source == nil, !isLocked,
        let definition = (try? registries.definition(of: tool.name)) ?? nil
      else { return tool }
      return tool.defined(by: definition)
    }
    var tools = project.requests.map { defined($0.declared) }
    var seen = Set(tools.map(\.name)).union(project.systemTools)
    var pending = tools
    while let tool = pending.popLast() {
      for need in tool.definition?.neededTools ?? []
      where seen.insert(need.value).inserted && project.lock?[need.value] == nil {
        let needed = defined(DeclaredTool(need.value, origin: tool.origin))
        tools.append(needed)
        pending.append(needed)
      }
    }
    return tools
  }

  /// Returns the violations by the system packages that the locked tools need because they are
  /// built on this machine.
  private func violationsByBuilds(of project: Project) -> [PolicyViolation] {
    guard let line = line(turningOff: .hostPackages), let lock = project.lock else { return [] }
    return lock.tools.flatMap { tool -> [PolicyViolation] in
      guard let planned = PlannedInstallation(tool, for: .current), planned.needsBuilding else {
        return []
      }
      return planned.declaration.hostNeeds.flatMap { need in
        HostPackageManager.allCases.compactMap { manager in
          need.packages[manager].map {
            PolicyViolation(
              .hostPackage(manager, $0), line, tool: tool.name, version: tool.version,
              origin: project.toolfile[tool.name]?.origin
                ?? lock.origin(of: tool.name, in: project.lockName))
          }
        }
      }
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
