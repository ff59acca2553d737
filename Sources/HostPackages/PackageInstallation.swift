internal import Diagnostics
internal import Filesystem
internal import LibC
internal import TextSearch
internal import Vocabulary

/// Installs packages with one manager: gets privileges, refreshes lists, waits for locks, and
/// writes the log.
struct PackageInstallation: ~Copyable {
  private let manager: PackageManager
  private let names: [String]
  private var log: OutputLog
  private let observe: (HostPackageEvent) -> Void

  /// The time between two checks of a lock, in microseconds.
  private static let lockInterval: UInt32 = 200_000
  /// The time before a manager runs again after it found a lock, in microseconds.
  private static let retryInterval: UInt32 = 1_000_000

  /// Creates an installation of missing packages.
  init(
    _ manager: PackageManager, _ names: [String], log: consuming OutputLog,
    _ observe: @escaping (HostPackageEvent) -> Void
  ) {
    self.manager = manager
    self.names = names
    self.log = log
    self.observe = observe
  }

  /// Installs the packages, and returns the state afterward.
  mutating func run() throws(HostPackageFailure) -> HostPackageState {
    let ticket = try authenticate()
    let manager = manager
    defer {
      ticket?.release()
      if manager.kind.mayRunSudo, let sudo = manager.programs["sudo"] {
        _ = try? manager.output(of: Privileges.release(sudo))
      }
    }
    try recover()
    let isDue = manager.willRefresh
    let failure = isDue ? try refresh() : nil
    do throws(HostPackageFailure) {
      return try install()
    } catch {
      guard case .unknownPackages = error.fault, !isDue, manager.rules.refresh != nil else {
        throw explained(error, afterRefresh: failure)
      }
    }
    let laterFailure = try refresh()
    do throws(HostPackageFailure) {
      return try install()
    } catch {
      throw explained(error, afterRefresh: laterFailure)
    }
  }

  /// Returns the failure to report for a failed installation.
  ///
  /// - Parameter failure: The failure of the preceding refresh. Without lists, a manager may not
  ///   know any name.
  private func explained(
    _ error: HostPackageFailure, afterRefresh failure: HostPackageFailure?
  ) -> HostPackageFailure {
    guard case .unknownPackages(let unknown) = error.fault else { return error }
    return failure ?? error.replacing(.unknownPackages(withNearest(unknown)))
  }

  /// Completes an interrupted run of the manager. A failure does not stop the installation, whose
  /// own failure then says what is still wrong.
  private mutating func recover() throws(HostPackageFailure) {
    guard let first = manager.rules.recovery(on: manager.machine).first else { return }
    // A run that is still in progress looks like an interrupted one.
    try waitForLocks(
      until: ContinuousClock.now + manager.limits.lockWait, manager.privileged(first))
    let commands = manager.rules.recovery(on: manager.machine)
    if commands.isEmpty { return }
    observe(.recovering)
    for command in commands { _ = try attempt(command) }
  }

  /// Refreshes the lists, and returns the failure, or `nil` on success. The installation continues
  /// after a failure, because often only one of many sources has failed.
  private mutating func refresh() throws(HostPackageFailure) -> HostPackageFailure? {
    guard let command = manager.rules.refresh else { return nil }
    observe(.refreshing)
    let failure = try attempt(command)
    if let failure { observe(.refreshFailed(lastLines: failure.lastLines)) }
    return failure
  }

  /// Runs a command that may fail, and returns the failure, or `nil` on success.
  ///
  /// - Throws: A failure that would also stop the commands that follow.
  private mutating func attempt(
    _ command: [String]
  ) throws(HostPackageFailure) -> HostPackageFailure? {
    do throws(HostPackageFailure) {
      try run(command)
      return nil
    } catch {
      switch error.fault {
      case .locked, .interrupted, .system, .silence: throw error
      default: return error
      }
    }
  }

  private mutating func install() throws(HostPackageFailure) -> HostPackageState {
    let command = manager.rules.install(names)
    try run(command)
    let state = try manager.currentState(of: names)
    if !state.missing.isEmpty {
      throw manager.failure(
        .incomplete, manager.privileged(command), lastLines: log.lines, log: log.path)
    }
    return state
  }

  // MARK: Rights

  /// Privileges for which the user typed a password.
  private struct Ticket {
    let manager: PackageManager
    let privileges: Privileges

    /// Makes `sudo` forget the password.
    func release() { _ = try? manager.output(of: privileges.release) }
  }

  /// Gets root privileges if the manager needs them. Returns `nil` if no password was necessary.
  private func authenticate() throws(HostPackageFailure) -> Ticket? {
    guard manager.needsSudo else { return nil }
    guard let privileges = manager.privileges else {
      throw manager.failure(.refused(.noProgram), manager.resolved(manager.rules.install(names)))
    }
    let hasTerminal = manager.machine.hasTerminal
    let answer = try lines(of: privileges.question)
    if answer.isSuccess { return nil }
    let refusal = Privileges.refusal(in: answer.lines, hasTerminal: hasTerminal)
    if !hasTerminal || refusal == .notAllowed {
      throw manager.failure(.refused(refusal), privileges.question, lastLines: answer.lines)
    }
    observe(.askingForPassword)
    let reply = try lines(of: privileges.request)
    observe(.authenticated(reply.lines))
    if reply.isSuccess { return Ticket(manager: manager, privileges: privileges) }
    throw manager.failure(
      .refused(Privileges.refusal(in: reply.lines, hasTerminal: hasTerminal)), privileges.request,
      lastLines: reply.lines)
  }

  /// Runs a `sudo` command, and returns its output and whether it succeeded.
  private func lines(
    of command: [String]
  ) throws(HostPackageFailure) -> (isSuccess: Bool, lines: [String]) {
    let (end, bytes) = try manager.output(of: command)
    let lines = bytes.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
      .map { Secrets.ofProcess.concealing(OutputLog.plain($0)) }.filter { !$0.isEmpty }
    switch end {
    case .ended(let end):
      return (end == .code(0), Array(lines.suffix(OutputLog.keptLineCount)))
    case .silence: throw manager.failure(.silence(manager.limits.silence), command)
    case .interrupted: throw manager.failure(.interrupted, command)
    }
  }

  // MARK: Commands

  /// Runs a command of the manager's rules. Waits for other processes that hold its locks.
  private mutating func run(_ command: [String]) throws(HostPackageFailure) {
    let deadline = ContinuousClock.now + manager.limits.lockWait
    let words = manager.privileged(command)
    var isTold = false
    while true {
      try waitForLocks(until: deadline, words)
      let end = try output(of: words)
      guard let fault = fault(of: end) else { return }
      // Another process took the lock first, or only the manager itself can see it.
      if case .locked = fault, ContinuousClock.now < deadline, !CancellationFlag.isCurrentSet {
        if !isTold { observe(.waitingForLock(holder: nil)) }
        isTold = true
        usleep(Self.retryInterval)
        continue
      }
      throw manager.failure(fault, words, lastLines: log.lines, log: log.path)
    }
  }

  private mutating func output(
    of words: [String]
  ) throws(HostPackageFailure) -> ManagerCall.End {
    observe(.began(words))
    do throws(FileError) {
      try log.begin(words.joined(separator: " "))
      let end = try manager.call(words).run { part throws(FileError) in
        try log.add(part)
        let lines = log.takeNewLines()
        if !lines.isEmpty { observe(.output(lines)) }
      }
      try log.finish()
      let lines = log.takeNewLines()
      if !lines.isEmpty { observe(.output(lines)) }
      return end
    } catch {
      throw manager.failure(.system(SystemProblem(error)), words, log: log.path)
    }
  }

  /// Waits until no other process holds a lock of the manager.
  private func waitForLocks(
    until deadline: ContinuousClock.Instant, _ command: [String]
  ) throws(HostPackageFailure) {
    var told: String?
    while true {
      let holders = manager.rules.locks.compactMap { $0.holder(on: manager.machine) }
      guard let holder = holders.first else { return }
      if holder != told { observe(.waitingForLock(holder: holder.isEmpty ? nil : holder)) }
      told = holder
      if CancellationFlag.isCurrentSet { throw manager.failure(.interrupted, command) }
      if ContinuousClock.now >= deadline {
        let limit = manager.limits.lockWait
        throw manager.failure(
          .locked(holder: holder.isEmpty ? nil : holder, limit: limit), command)
      }
      usleep(Self.lockInterval)
    }
  }

  // MARK: Faults

  /// Returns why a command failed, or `nil` if it succeeded.
  private func fault(of end: ManagerCall.End) -> HostPackageFailure.Fault? {
    let code: BuildProblem.End
    switch end {
    case .ended(.code(0)): return nil
    case .ended(let end): code = end
    case .silence: return .silence(manager.limits.silence)
    case .interrupted: return .interrupted
    }
    let rules = manager.rules
    func shows(_ signs: [String]) -> Bool {
      log.lines.contains { line in signs.contains { line.contains($0) } }
    }
    if shows(rules.lockSigns) { return .locked(holder: nil, limit: manager.limits.lockWait) }
    let ambiguous = rules.ambiguousNames(in: log.lines)
    if !ambiguous.isEmpty {
      return .ambiguousPackages(ambiguous.map { .init($0.name, nearest: $0.choices) })
    }
    // Without its lists, a manager knows no name.
    if shows(rules.networkSigns) { return .unreachable }
    var seen: Set<String> = []
    let unknown = log.lines.compactMap(rules.unknownName).filter { seen.insert($0).inserted }
    if !unknown.isEmpty { return .unknownPackages(unknown.map { .init($0, nearest: []) }) }
    if let last = log.lines.last, Self.isQuestion(last) { return .question(last) }
    return .ended(code)
  }

  /// Returns whether a line may be a question to which a program got no answer.
  private static func isQuestion(_ line: String) -> Bool {
    let signs = ["[y/n]", "(y/n)", "[yes/no]", "(yes/no)"]
    return line.hasSuffix("?") || line.hasSuffix("? ")
      || signs.contains { line.lowercased().contains($0) }
  }

  /// Returns the unknown names, each with similar known names.
  private func withNearest(
    _ packages: [HostPackageFailure.UnknownPackage]
  ) -> [HostPackageFailure.UnknownPackage] {
    let known = knownNames
    return packages.map { package in
      let count = package.name.utf8.count
      // Comparing is slow, and most names are too long or too short to be similar.
      let candidates = known.filter { abs($0.utf8.count - count) <= max(1, count / 3) }
      return .init(package.name, nearest: nearestNames(to: package.name, in: candidates))
    }
  }

  /// All package names that the manager knows. Empty if it cannot list them.
  private var knownNames: [String] {
    guard let command = manager.rules.allNames,
      let (_, bytes) = try? manager.output(of: manager.resolved(command))
    else { return [] }
    return Set(
      bytes.split(separator: UInt8(ascii: "\n")).map { line in
        OutputLog.plain(line.prefix { $0 > 0x20 })
      }
    ).sorted()
  }
}
