internal import Commands
internal import Diagnostics
internal import Projects
internal import Setup
internal import Terminal
internal import Workflows

/// A comparison of this machine with the Toolfiles, for commands that change nothing.
///
/// It uses the plan of `setup`, without the shell. It runs the checks of hooks that the user has
/// accepted, but never a hook itself, and asks package managers only if a Toolfile has a `host`
/// statement.
struct MachineExamination {
  let plan: SetupPlan
  private let session: Session
  private let request: SetupRequest

  /// Compares the machine with the Toolfiles.
  ///
  /// - Parameters:
  ///   - session: The session of the command.
  ///   - needsTools: Whether the caller needs the states of tools. If not, they are examined only
  ///     for a Toolfile of the home, and for the host packages that builds need.
  /// - Throws: ``SetupProblem/nested(command:)`` in a hook, ``SetupProblem/foreignHome(path:)``,
  ///   ``FileProblem/noManifest(directory:)`` if there is no Toolfile, or another ``Problem`` that
  ///   prevents the comparison.
  init(
    _ session: Session, needsTools: Bool = true
  ) async throws(Problem) {
    try session.checkMayUseHooks()
    self.session = session
    var request = SetupRequest(try SetupParts(session).all())
    request.kinds = [.system, .hooks]
    request.omitsSkippedTools = true
    if request.parts.contains(where: { !$0.hostPackages.isEmpty }) { request.kinds.insert(.host) }
    let areToolsUsed =
      request.kinds.contains(.host) || request.parts.contains(where: \.isOfHome)
    if needsTools || areToolsUsed { request.kinds.insert(.tools) }
    self.request = request
    plan = try await SetupWorkflow(session, request).plan()
  }

  /// The steps, except those that were skipped.
  var steps: [SetupStepReport] { plan.entries.map(\.report).filter { $0.state != .skipped } }

  /// For each Toolfile, the problem that the states of its hooks are unknown, if any are.
  var unknowns: [Problem] {
    request.parts.compactMap { part in
      let hooks = steps.filter { $0.state == .unknown && $0.name.isOfHome == part.isOfHome }
      if hooks.isEmpty { return nil }
      return .setup(
        .unaccepted(hooks, directory: SetupConsent(session).directory(of: part)))
    }
  }

  /// The problem that system programs are missing or have a wrong version, if any do.
  var unmet: [Problem] { plan.unmet.isEmpty ? [] : [.systemFacts(plan.unmet)] }

  /// Returns the problem that other steps are not done, if any are not. Omits the tools of the
  /// folder itself, which ``FolderState`` reports.
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
