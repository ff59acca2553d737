internal import Diagnostics
internal import Filesystem
internal import Layout
internal import Manifests
internal import Projects
internal import Trust
internal import Vocabulary

/// The step in which a root from an older version starts to guard every program of the user, and
/// not only those in system folders.
///
/// Tools that are already installed keep hiding programs, and are reported once. Asking for consent
/// would stop projects that have worked so far.
struct WholePathAdoption {
  let root: Root
  let environment: Environment
  let observe: @Sendable (WorkflowEvent) -> Void

  /// Accepts the programs that installed tools of `projects` hide, and records the new rule. Does
  /// nothing if the rule is recorded already, or if this user may not change the root.
  func run(_ projects: () throws(Problem) -> [FilePath]) throws(Problem) {
    let ledger = TrustLedger(root, environment)
    if root.hasConsentRule || !ledger.isChangeable { return }
    let before = GuardedExecutables(environment, root, areMany: true)
    let projects = try projects()
    // If the process is interrupted after this, the user is asked, which does no harm.
    try mappingFileErrors(try root.adoptConsentRule())
    if projects.isEmpty { return }
    let guarded = GuardedExecutables(environment, root, areMany: true)
    for project in projects {
      let path = environment.lock(in: project)
      guard let lock = (try? Lockfile.read(at: path, named: Lockfile.name)) ?? nil else { continue }
      let requests = lock.tools.filter { tool in
        PlannedInstallation(tool, for: .current).map { root.folder(of: $0.installed).exists }
          ?? false
      }.flatMap { tool in
        guarded.requests(
          of: tool, for: .current, origin: lock.origin(of: tool.name, in: path.string))
      }.filter { request in
        guard case .executable(let name, _, _, _, _) = request.item else { return false }
        return !before.contains(name)
      }
      let open = try ledger.unaccepted(requests, for: project)
      if open.isEmpty { continue }
      try ledger.accept(TrustList(open.map(\.item)), for: project)
      let problem = TrustProblem(
        folder: Array(project.bytes), project: project.string, requests: open)
      observe(.notice(.trust(.keptHidingPrograms(problem))))
    }
  }
}
