internal import Diagnostics
internal import Filesystem
internal import Layout
internal import Manifests
internal import Projects
internal import Selection
internal import Terminal

enum Exec: ReadingCommand {
  static let syntax = Catalog.exec

  static func run(_ session: Session) throws(Problem) -> ExitCode {
    // Whatever goes wrong before the command runs has the code that a shell has for it: callers tell "it said no" from "it never ran".
    do throws(Problem) {
      try launch(session).run(display: session.display)
    } catch {
      let exitCode: ExitCode = error.exitCode == .notExecutable ? .notExecutable : .notFound
      session.console.report(error, exitCode: exitCode)
      return exitCode
    }
  }

  private static func launch(_ session: Session) throws(Problem) -> Launch {
    let command = session.arguments.command
    let selector = try session.selector()
    let pins = try selector.pins()
    let environment = session.environment.prependingToPath(try bins(of: pins, selector, session))
    let name = FilePath(bytes: command[0])
    if name.bytes.contains(UInt8(ascii: "/")) {
      let program = session.workingDirectory.resolving(name)
      if !program.exists {
        throw .selection(.noProgram(path: name.string))
      }
      return Launch(program: program, arguments: command, environment: environment)
    }
    guard let executable = ExecutableName(name.string) else {
      throw .selection(.nowhere(executable: name.string, providers: []))
    }
    let program = try selector.selection(of: executable).program
    return Launch(program: program, arguments: command, environment: environment)
  }

  /// The `bin` folders of all pinned tools. One that the project needs and that is not there stops the command: what it runs in
  /// turn would find the system's program instead.
  private static func bins(
    of pins: [SelectedPin], _ selector: Selector, _ session: Session
  ) throws(Problem) -> [FilePath] {
    var folders: [FilePath] = []
    for pin in pins {
      guard let installation = pin.installation(in: session.root) else { continue }
      if pin.isInstalled(in: session.root) {
        folders.append(installation.appending("bin"))
      } else if try session.needs(pin) {
        throw .selection(selector.notInstalled(pin))
      }
    }
    return folders
  }
}

extension Session {
  /// Not the tools of optional groups, and not what only the global pins name.
  fileprivate func needs(_ pin: SelectedPin) throws(Problem) -> Bool {
    if pin.folder == root.path { return false }
    guard let folder = pin.folder, pin.id != nil else { return true }
    let project = try Project.load(folder, display: display)
    return project.lock.map { project.wanted(of: $0).contains(pin.tool) } ?? true
  }
}
