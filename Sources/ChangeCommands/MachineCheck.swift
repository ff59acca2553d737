internal import Commands
internal import Diagnostics
internal import Projects
internal import Selection
internal import Terminal
internal import Workflows

/// `check --machine`, which also checks that the machine has what the Toolfiles describe.
struct MachineCheck {
  private let session: Session

  /// Creates a check in the working directory.
  init(_ session: Session) { self.session = session }

  /// Reports that everything is ready, or everything that is missing.
  func run() async throws(Problem) -> ExitCode {
    try session.checkOwners()
    let machine = try await MachineExamination(session)
    if machine.plan.isOfOtherMachine { session.console.report(.setup(.otherMachine)) }
    let (state, problem) = try await folder()
    // `install` and `setup` cannot provide a system program. They report it first, with the same
    // exit code.
    let problems =
      machine.unmet + [problem].compactMap(\.self) + (try machine.missing()) + machine.unknowns
    let exitCode: ExitCode =
      problems.isEmpty ? .success : machine.plan.unmet.isEmpty ? .failure : .notAvailable
    report(machine, state, problems, exitCode)
    return exitCode
  }

  /// Returns the state of the folder's tools, and the first problem with them. The state is `nil`
  /// if the folder has neither tools nor pins, and so needs no lock. `check` would require one.
  private func folder() async throws(Problem) -> (state: FolderState?, problem: Problem?) {
    let tools = try session.selector().folderTools()
    if tools.asksForNone { return (nil, nil) }
    let state = try session.folderState()
    return (state, try await ThoroughCheckCommand.firstProblem(of: state, session))
  }

  private func report(
    _ machine: MachineExamination, _ state: FolderState?, _ problems: [Problem],
    _ exitCode: ExitCode
  ) {
    let console = session.console
    let remainders = machine.plan.unavailable
    let fact = JSON.Member(
      name: "machine",
      value: .object([
        "steps": .array(machine.steps.map(\.json)),
        "remaining": .strings(remainders.map(\.words)),
      ]))
    if problems.isEmpty {
      console.print(
        [],
        json: .object([
          .init(name: "schema", value: 1), .init(name: "ready", value: true), fact,
        ]))
      if let state { console.report(.install(.ready(toolCount: state.count))) }
      console.report(.setup(.complete(count: machine.steps.count { $0.state == .done })))
    } else {
      console.deny(.several(problems), exitCode: exitCode, [fact])
    }
    if !console.isJSON, !remainders.isEmpty { console.report(.setup(.remaining(remainders))) }
  }
}
