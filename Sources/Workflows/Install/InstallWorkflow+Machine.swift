internal import Diagnostics
internal import Installation
internal import Manifests
internal import Projects
internal import ToolSources

extension InstallWorkflow {
  /// Checks, before anything is fetched, that this machine can run and build what is planned.
  ///
  /// - Throws: ``Problem/sources(_:)`` with all artifacts that need a newer system,
  ///   ``Problem/build(_:)`` if nothing can be built in this root, or
  ///   ``Problem/hostShortage(_:)`` with everything that the machine lacks for builds.
  func checkMachine(for plan: InstallPlan) async throws(Problem) {
    let planned = plan.missing
    try checkSystemRequirements(for: planned)
    for build in planned where build.isBuilt { try build.checkCanBeBuilt(in: root) }
    if let shortage = await HostShortage(forBuilding: planned, builds) {
      throw .hostShortage(shortage)
    }
  }

  /// Checks that a plan builds nothing. The user need not accept steps that never run, so this
  /// comes before the question.
  ///
  /// - Throws: ``Problem/build(_:)`` with the names of all builds, and the location of the first in
  ///   the project's lock.
  func checkIsPrebuilt(_ plan: InstallPlan, of project: Project?) throws(Problem) {
    let builds = plan.missing.filter(\.needsBuilding).sorted { $0.tool < $1.tool }
    guard let build = builds.first else { return }
    throw build.problem(.forbidden(others: builds.dropFirst().map(\.tool)))
      .fillingOrigins(from: project)
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

extension Problem {
  /// Returns the problem with missing origins filled in from the project's lock.
  func fillingOrigins(from project: Project?) -> Problem {
    fillingOrigins { tool in project.flatMap { $0.lock?.origin(of: tool, in: $0.lockName) } }
  }
}
