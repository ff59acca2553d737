internal import Commands
internal import Diagnostics
internal import Filesystem
internal import Projects
internal import Setup
internal import Terminal
internal import Workflows

/// What this machine has of what the Toolfiles describe, for the commands that only look.
///
/// It is the plan of `setup` without the shell. No hook runs, only the checks of those that the
/// user has accepted. Package managers are asked only if a Toolfile has a `host` statement.
struct MachineExamination {
  let plan: SetupPlan
  private let session: Session
  private let request: SetupRequest

  /// Examines the machine.
  ///
  /// - Throws: ``SetupProblem/nested(command:)`` in a hook, ``SetupProblem/foreignHome(path:)``,
  ///   ``FileProblem/noManifest(directory:)`` if there is no Toolfile, or the ``Problem`` that
  ///   keeps the machine from being examined.
  init(_ session: Session) async throws(Problem) {
    try session.checkMayUseHooks()
    self.session = session
    var request = SetupRequest(try SetupParts(session).all())
    request.kinds = [.system, .tools, .hooks]
    if request.parts.contains(where: { !$0.hostPackages.isEmpty }) { request.kinds.insert(.host) }
    self.request = request
    plan = try await SetupWorkflow(session, request).plan()
  }

  /// The steps that were examined.
  var steps: [SetupStepReport] { plan.entries.map(\.report).filter { $0.state != .skipped } }

  /// The problem with the hooks whose state is unknown, one for each of the Toolfiles.
  var unknowns: [Problem] {
    request.parts.compactMap { part in
      let hooks = steps.filter { $0.state == .unknown && $0.name.isOfHome == part.isOfHome }
      if hooks.isEmpty { return nil }
      return .setup(
        .unaccepted(hooks, directory: SetupConsent(session).directory(of: part)))
    }
  }

  /// The problem with the programs of the system that are missing or do not fit, if there is one.
  var unmet: [Problem] { plan.unmet.isEmpty ? [] : [.systemFacts(plan.unmet)] }

  /// Returns the problem with the other steps that are not done, if there is one. It leaves out
  /// the tools of the folder itself, which its ``FolderState`` reports.
  ///
  /// - Throws: ``Problem`` if the project cannot be found.
  func missing() throws(Problem) -> [Problem] {
    let nearest = try session.nearestProjectFolder()
    let isElsewhere = nearest == nil || request.parts.contains { !$0.isOfHome }
    let missing = steps.filter { step in
      switch step.name.kind {
      case .system: false
      case .tools: step.state.isOpen && step.name.isOfHome && isElsewhere
      default: step.state == .missing || step.state == .failed
      }
    }
    return missing.isEmpty ? [] : [.setup(.incomplete(missing))]
  }
}

extension Session {
  /// The variable that is set in the environment of hooks.
  static let hookVariable = "BOOTSTRAP_SETUP_HOOK"

  /// Whether a hook runs the command, or the check of a hook.
  var isInHook: Bool { environment.nonEmpty(Self.hookVariable) != nil }

  /// Checks that the command may run hooks or their checks.
  ///
  /// - Throws: ``SetupProblem/nested(command:)`` or ``SetupProblem/foreignHome(path:)``.
  func checkMayUseHooks() throws(Problem) {
    if isInHook { throw .setup(.nested(command: command)) }
    // `sudo` may keep the home of the other user, whose hooks must not get more rights.
    guard let home = environment.path("HOME"), let status = (try? home.status()) ?? nil,
      status.owner != FilePath.user
    else { return }
    throw .setup(.foreignHome(path: home.string))
  }
}
