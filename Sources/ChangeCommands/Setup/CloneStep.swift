internal import Commands
internal import Diagnostics
internal import Filesystem
internal import HostPackages
internal import Layout
internal import Selection
internal import Setup
internal import Terminal
internal import Vocabulary
internal import Workflows

/// Clones a project into the working directory, before any other step of a setup.
struct CloneStep {
  private let session: Session
  private let address: CheckoutAddress
  /// The folder of the clone.
  let folder: FilePath
  private let checkout: Checkout
  private let programs: HelperPrograms

  /// Creates the step.
  init(_ session: Session, _ address: CheckoutAddress) {
    self.session = session
    self.address = address
    folder = session.workingDirectory.appending(address.name)
    programs = HelperPrograms(
      session.environment, root: session.root, project: session.workingDirectory)
    checkout = Checkout(address, in: folder, programs)
  }

  /// The manager that can install git, or `nil` if git is present or there is no manager.
  private var manager: PackageManager? {
    if checkout.git != nil { return nil }
    return PackageManager.all(programs, on: .current(mayAsk: session.console.isInteractive)).first
  }

  private static let package = "git"

  /// The packages that the clone needs and the machine lacks, and the manager that installs them.
  var missingPackages: (manager: HostPackageManager, names: [String])? {
    manager.map { ($0.kind, [Self.package]) }
  }

  private func reports(_ manager: PackageManager?) -> [SetupStepReport] {
    let name = session.formatPath(folder)
    let clone = SetupStepReport(
      SetupStepName(.clone), .clone(address: address.text, folder: name), .missing)
    guard let manager else { return [clone] }
    return [
      SetupStepReport(
        SetupStepName(.host, manager.kind.rawValue),
        .packages(
          manager.kind, missing: [Self.package], installed: [:],
          commands: manager.commands(
            installing: [Self.package], refreshing: manager.willRefresh)),
        .missing), clone,
    ]
  }

  private static func json(of reports: [SetupStepReport]) -> JSON {
    .object([
      "schema": 1, "complete": false, "steps": .array(reports.map(\.json)),
      "remaining": .array([]),
    ])
  }

  /// Whether an earlier setup has cloned the project, so that this one continues there.
  var isDone: Bool { checkout.isPresent }

  /// Prints the steps that are known before the clone, which exclude the project's own.
  func show() throws(Problem) -> ExitCode {
    try checkout.checkIsFree(named: session.formatPath(folder))
    let reports = reports(manager)
    session.console.print(SetupText.lines(of: reports), json: Self.json(of: reports))
    if !session.console.isJSON { session.console.report(.setup(.restAfterClone)) }
    return .success
  }

  /// Installs git if it is missing, and clones the project. Returns false if the user declines.
  ///
  /// The user typed the address, so only the package needs an answer in a terminal.
  ///
  /// - Parameter permission: What the policy permits. The address itself is checked already.
  func run(_ permission: SetupPermission) async throws(Problem) -> Bool {
    try checkout.checkIsFree(named: session.formatPath(folder))
    let manager = manager
    if checkout.git == nil, manager == nil { throw .setup(.clone(.noGit)) }
    if !session.arguments.has("--yes") {
      let reports = reports(manager)
      guard session.console.isInteractive else {
        session.console.print(SetupText.lines(of: reports), json: Self.json(of: reports))
        throw .setup(
          .notAgreed(
            steps: reports.map { "\($0.name)" },
            commandLine: ["bootstrap", "setup", "--yes", address.text]))
      }
      if manager != nil {
        if !session.console.isJSON {
          session.console.print(SetupText.lines(of: reports), json: .null)
        }
        guard session.console.confirms(.setup(stepCount: reports.count)) else { return false }
      }
    }
    let context = ChangeContext(session)
    if let manager { try await install(manager, context) }
    if permission.restrictsHosts { try permission.check(cloningFrom: try checkout.askedHost()) }
    let name = SetupStepName(.clone)
    let start = ContinuousClock.now
    session.console.report(.setup(.began(name)))
    try mappingFileErrors { () throws(FileError) in
      var journal = try SetupJournal(
        of: folder, in: session.root, machine: MachineIdentity.current)
      if !journal.attempts.isEmpty { try journal.clone(now: WallClock.now) }
    }
    try await checkout.run(followsRedirects: !permission.restrictsHosts) {
      [observe = context.observe] in observe(.hook(name.id, $0))
    }
    session.console.report(.setup(.ended(name, .now - start)))
    return true
  }

  private func install(
    _ manager: PackageManager, _ context: ChangeContext
  ) async throws(Problem) {
    let log = session.root.setupLogs.appending("\(manager.kind.rawValue).log")
    try mappingFileErrors { () throws(FileError) in
      try session.root.setupLogs.makeDirectories(permissions: 0o700)
      try log.removeFile()
    }
    do {
      _ = try await manager.install([Self.package], log: log) { [observe = context.observe] event in
        observe(.packages(manager.kind, event))
      }
    } catch {
      throw .hostPackages(error)
    }
  }
}
