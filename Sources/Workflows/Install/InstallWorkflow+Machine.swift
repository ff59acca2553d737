internal import Diagnostics
internal import Installation
internal import Manifests
internal import Projects
internal import ToolSources

extension InstallWorkflow {
  /// Checks, before anything is fetched, that this machine can run and build what is planned.
  ///
  /// - Parameter mayBuild: Whether anything may be built from source.
  /// - Throws: ``Problem/sources(_:)`` with all artifacts that need a newer system,
  ///   ``Problem/build(_:)`` with the first build that is not allowed, or
  ///   ``Problem/hostShortage(_:)`` with everything that the machine lacks for builds.
  func checkMachine(
    for planned: [PlannedInstallation], mayBuild: Bool
  ) async throws(Problem) {
    try checkSystemRequirements(for: planned)
    if !mayBuild, let build = planned.first(where: \.isBuilt) { throw build.problem(.forbidden) }
    if let shortage = await HostShortage(forBuilding: planned) { throw .hostShortage(shortage) }
  }

  /// Checks that this machine meets the system requirements of all artifacts. A lock made on
  /// another machine may contain artifacts that need a newer system.
  ///
  /// - Throws: ``Problem/sources(_:)`` with all artifacts that need a newer system.
  private func checkSystemRequirements(for planned: [PlannedInstallation]) throws(Problem) {
    guard let machine = MachineRequirement.current else { return }
    let problems = planned.compactMap { planned -> SourceProblem? in
      guard let requirement = MachineRequirement(planned.artifact),
        requirement.system == machine.system,
        !requirement.isMet(by: machine)
      else { return nil }
      return SourceProblem(
        source: planned.declaration.source, tool: planned.tool,
        fault: .content(
          .machineTooOld(
            version: planned.version, requires: requirement.description,
            has: machine.description
          )))
    }
    if !problems.isEmpty { throw .sources(problems) }
  }
}
