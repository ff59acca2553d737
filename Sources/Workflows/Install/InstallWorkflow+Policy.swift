internal import Diagnostics
internal import Filesystem
internal import Layout
internal import Locking
internal import Manifests
internal import Projects
internal import ToolSources
internal import Trust
internal import Vocabulary

extension InstallWorkflow {
  /// Checks that the machine's policy permits everything that a plan adds. What is already
  /// installed is not governed.
  ///
  /// - Throws: ``Problem/policy(_:)`` with everything that is forbidden.
  func checkPolicy(permits plan: InstallPlan, of project: Project?) throws(Problem) {
    let policy = sources.access.policy
    if policy.files.isEmpty { return }
    let locked = plan.missing.filter { planned in
      project?.lock?[planned.tool].flatMap { PlannedInstallation($0, for: .current) } == planned
    }
    let violations = plan.missing.filter { !locked.contains($0) }.flatMap { planned in
      policy.violations(of: planned, origin: nil)
    }
    if !violations.isEmpty { throw .policy(.forbidden(violations)) }
    guard let project, let lock = project.lock else { return }
    try locking.checkPolicy(
      permits: lock, of: project, only: Set(locked.map(\.tool)), on: [.current])
  }

  /// Checks that the machine's policy permits a project's lock that an install does not change.
  ///
  /// - Throws: ``Problem/policy(_:)`` with everything that is forbidden.
  func checkPolicy(
    permits lock: Lockfile, of project: Project, with groups: GroupChoice
  ) throws(Problem) {
    let missing = project.wanted(of: lock, with: groups).filter { name in
      guard let planned = lock[name].flatMap({ PlannedInstallation($0, for: .current) }) else {
        return false
      }
      return (try? planned.exists(in: root)) != true
    }
    try locking.checkPolicy(permits: lock, of: project, only: missing, on: [.current])
  }
}
