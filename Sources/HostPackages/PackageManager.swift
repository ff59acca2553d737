package import Diagnostics
package import Filesystem
package import Selection
package import Vocabulary

/// A package manager of this machine.
///
/// ``HelperPrograms`` finds its programs, so a project cannot replace them. They run in `/` with
/// empty standard input.
package struct PackageManager: Sendable {
  package let kind: HostPackageManager
  let rules: any ManagerRules
  /// The programs, keyed by name. They include `sudo` and `env` if the machine has them.
  let programs: [String: FilePath]
  let machine: HostMachine
  let limits: ManagerLimits
  /// The environment of the programs.
  let environment: Environment

  /// Returns the managers that this machine has, the system's own first. On macOS, Homebrew is
  /// the first.
  package static func all(
    _ programs: HelperPrograms, on machine: HostMachine = .current(),
    limits: ManagerLimits = ManagerLimits()
  ) -> [PackageManager] {
    machine.managers.compactMap { kind in
      PackageManager(kind, programs, on: machine, limits: limits)
    }
  }

  private init?(
    _ kind: HostPackageManager, _ programs: HelperPrograms, on machine: HostMachine,
    limits: ManagerLimits
  ) {
    self.kind = kind
    self.machine = machine
    self.limits = limits
    rules = kind.rules
    var found: [String: FilePath] = [:]
    for name in rules.programs + ["sudo", "env"] {
      found[name] = programs.all(named: name).first
    }
    guard rules.programs.allSatisfy({ found[$0] != nil }) else { return nil }
    self.programs = found
    environment = Self.environment(for: kind, rules, programs.environment)
  }

  /// The `PATH` for the scripts of system packages, which is the one that `sudo` sets.
  private static let systemPath = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

  private static func environment(
    for kind: HostPackageManager, _ rules: any ManagerRules, _ inherited: Environment
  ) -> Environment {
    var environment = inherited
    // The rules match English output.
    for name in ["LC_ALL", "LANG", "LC_MESSAGES"] { environment[name] = nil }
    environment["LC_ALL"] = "C"
    environment["LANGUAGE"] = nil
    for (name, value) in rules.variables { environment[name] = value }
    if kind.needsPrivileges { environment["PATH"] = systemPath }
    return environment
  }

  // MARK: State

  /// Returns which of `names` are installed, with one call of the manager.
  ///
  /// - Throws: ``HostPackageFailure`` if the manager cannot list its packages.
  package func state(
    of names: [String]
  ) async throws(HostPackageFailure) -> HostPackageState {
    try await BlockingThread.result { () throws(HostPackageFailure) in
      try currentState(of: names)
    }
  }

  /// The maximum output size in bytes.
  private static let outputLimit = 64 << 20

  /// Returns which of `names` are installed.
  ///
  /// - Parameter isCancelable: Whether canceling the task stops the query.
  func currentState(
    of names: [String], isCancelable: Bool = true
  ) throws(HostPackageFailure) -> HostPackageState {
    if names.isEmpty { return HostPackageState(manager: kind, installed: [:], missing: []) }
    let command = resolved(rules.query(names))
    let (end, output) = try self.output(of: command, isCancelable: isCancelable)
    let lines = String(decoding: output, as: UTF8.self).split(separator: "\n")
    switch end {
    case .ended(.code(let code)) where rules.isAnswer(code, to: names, lines): break
    case .ended(let end):
      let last = lines.suffix(OutputLog.keptLineCount).map {
        Secrets.ofProcess.concealing(OutputLog.plain(Array($0.utf8)[...]))
      }
      throw failure(.ended(end), command, lastLines: last)
    case .silence: throw failure(.silence(limits.silence), command)
    case .interrupted: throw failure(.interrupted, command)
    }
    let installed = rules.installed(names, in: lines, prefix: prefix)
    return HostPackageState(
      manager: kind, installed: installed, missing: names.filter { installed[$0] == nil })
  }

  /// The parent of the installing program's folder, such as `/opt/homebrew`.
  private var prefix: FilePath {
    programs[rules.programs[0]]?.parentDirectory.parentDirectory ?? "/"
  }

  /// Runs a command, and returns its end and its output.
  func output(
    of command: [String], isCancelable: Bool = true
  ) throws(HostPackageFailure) -> (end: ManagerCall.End, bytes: [UInt8]) {
    var bytes: [UInt8] = []
    do {
      let end = try call(command).run(isCancelable: isCancelable) { part throws(FileError) in
        if bytes.count < Self.outputLimit { bytes += part }
      }
      return (end, bytes)
    } catch {
      throw failure(.system(SystemProblem(error)), command)
    }
  }

  // MARK: Commands

  /// Returns the command lines that install `names`, as the plan shows them: with absolute paths,
  /// and with `sudo` if it is needed.
  ///
  /// - Parameter refreshing: Whether to include the command that refreshes the lists.
  package func commands(installing names: [String], refreshing: Bool) -> [[String]] {
    let refresh = refreshing ? rules.refresh.map { [$0] } ?? [] : []
    return (rules.recovery(on: machine) + refresh + [rules.install(names)]).map(privileged)
  }

  /// Whether an installation starts with a refresh, because the package lists are missing or older
  /// than a day.
  package var willRefresh: Bool {
    rules.refresh != nil && rules.lists?.areDue(on: machine) ?? false
  }

  /// Whether an installation runs `sudo`.
  package var needsSudo: Bool { kind.needsPrivileges && !machine.isSuperuser }

  /// The programs that give root privileges, or `nil` if they are unnecessary or missing.
  var privileges: Privileges? { needsSudo ? Privileges { programs[$0] } : nil }

  /// Returns a command of ``rules`` that changes the system, with `sudo` if it is needed.
  func privileged(_ command: [String]) -> [String] {
    let command = resolved(command)
    let variables = rules.variables.compactMap { name, value in value.map { "\(name)=\($0)" } }
    return privileges?.command(command, variables: variables.sorted() + ["LC_ALL=C"]) ?? command
  }

  /// Returns a command of ``rules`` with the path of its program.
  func resolved(_ command: [String]) -> [String] {
    [programs[command[0]]?.string ?? command[0]] + command.dropFirst()
  }

  /// Returns the call for a command line that starts with a path.
  func call(_ command: [String]) -> ManagerCall {
    let privileges = self.privileges
    return ManagerCall(
      program: FilePath(command[0]), arguments: Array(command.dropFirst()),
      environment: environment, limits: limits,
      proxy: privileges.map { privileges in
        { signal, process in
          let command = privileges.command(sending: signal, to: process)
          _ = try? ChildProcess.exitCode(
            of: FilePath(command[0]), arguments: Array(command.dropFirst()),
            environment: environment, limit: 4096)
        }
      })
  }

  func failure(
    _ fault: HostPackageFailure.Fault, _ command: [String], lastLines: [String] = [],
    log: FilePath? = nil
  ) -> HostPackageFailure {
    HostPackageFailure(
      kind, command: command, fault, lastLines: lastLines, log: log?.string)
  }

  // MARK: Installation

  /// Installs the missing packages among `names` with one call, and returns the state afterward.
  /// First refreshes the package lists if they are missing, older than a day, or do not contain a
  /// name. If nothing is missing, only queries the manager.
  ///
  /// If the user typed a password, `sudo` has forgotten it when this returns or throws.
  ///
  /// - Parameters:
  ///   - names: Names that ``HostPackageManager`` considers valid.
  ///   - log: The file for the output, which is created only if something is missing.
  ///   - observe: Receives progress, on another thread.
  /// - Throws: ``HostPackageFailure``, which lists the packages that were installed anyway.
  package func install(
    _ names: [String], log: FilePath, observe: @escaping @Sendable (HostPackageEvent) -> Void
  ) async throws(HostPackageFailure) -> HostPackageState {
    try await BlockingThread.result { () throws(HostPackageFailure) in
      let before = try currentState(of: names)
      if before.missing.isEmpty { return before }
      var installation: PackageInstallation
      do throws(FileError) {
        installation = try PackageInstallation(
          self, before.missing, log: OutputLog(at: log, .plainLines), observe)
      } catch {
        throw failure(.system(SystemProblem(error)), [])
      }
      let state: HostPackageState
      do throws(HostPackageFailure) {
        state = try installation.run()
      } catch {
        let after = try? currentState(of: names, isCancelable: false)
        throw error.leaving(
          installed: before.missing.filter { after?.installed[$0] != nil },
          missing: after?.missing ?? before.missing)
      }
      return HostPackageState(
        manager: kind, installed: before.installed.merging(state.installed) { _, new in new },
        missing: [])
    }
  }
}
