internal import Commands
internal import Filesystem
internal import HostPackages
internal import Selection
internal import Setup
internal import Terminal
internal import Workflows

extension SetupWorkflow {
  /// Creates the workflow of a session.
  init(_ session: Session, _ request: SetupRequest) {
    let programs = HelperPrograms(
      session.environment, root: session.root, project: session.workingDirectory)
    let machine = HostMachine.current(mayAsk: session.console.isInteractive)
    self.init(
      root: session.root, session.environment, request,
      managers: PackageManager.all(programs, on: machine),
      SetupSteps(session), observe: ChangeContext(session).observe)
  }
}
