internal import Commands
internal import Diagnostics
internal import Filesystem

extension Session {
  /// The variable that is set in the environment of hooks.
  static let hookVariable = "BOOTSTRAP_SETUP_HOOK"

  /// Whether the command runs in a hook or in its check.
  var isInHook: Bool { environment.nonEmpty(Self.hookVariable) != nil }

  /// Checks that the command may run hooks and their checks.
  ///
  /// - Throws: ``SetupProblem/nested(command:)`` or ``SetupProblem/foreignHome(path:)``.
  func checkMayUseHooks() throws(Problem) {
    if isInHook { throw .setup(.nested(command: command)) }
    // `sudo` can keep the caller's `HOME`, whose hooks must not run with root privileges.
    guard let home = environment.path("HOME"), let status = (try? home.status()) ?? nil,
      status.owner != FilePath.user
    else { return }
    throw .setup(.foreignHome(path: home.string))
  }
}
