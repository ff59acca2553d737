internal import CPosix
internal import LibC

/// A program that this process has started. What it writes can be read while it runs.
package struct StartedProcess: ~Copyable, Sendable {
  /// How a program ended.
  package enum End: Hashable, Sendable {
    case code(Int32)
    case signal(Int32)
  }

  /// The number of the descriptor to which the program writes its report.
  package static let reportNumber: Int32 = 3

  /// What the program writes to its standard output and standard error.
  package let output: FileDescriptor
  /// What the program writes to descriptor ``reportNumber``.
  package let report: FileDescriptor
  private let identifier: pid_t
  private let program: FilePath

  /// Starts `program` in `/` with nothing on standard input.
  ///
  /// - Parameter receivesSignals: Whether the program starts with no signal blocked. Otherwise, it
  ///   inherits this thread's blocked signals, which are all signals on a ``BlockingThread``.
  /// - Throws: ``FileError`` if the program cannot be started.
  package init(
    _ program: FilePath, arguments: [[UInt8]], environment: Environment,
    receivesSignals: Bool = false
  ) throws(FileError) {
    let output = try ProcessPipe(program)
    let report = try ProcessPipe(program)
    identifier = try ChildProcess.start(
      program, arguments, environment,
      connecting: [
        (output.writer.number, 1), (output.writer.number, 2),
        (report.writer.number, Self.reportNumber),
      ], receivesSignals: receivesSignals)
    self.program = program
    self.output = output.takeReader()
    self.report = report.takeReader()
  }

  /// Starts `program` in `folder` as the leader of its own session (setsid(2)), with nothing on
  /// standard input and no signal blocked. Its process group has the same id. The session has no
  /// terminal, so nothing in it can ask the user, and no signal from the terminal reaches it.
  ///
  /// - Parameter gate: Receives the writing end of a pipe. The program can read the other end, its
  ///   descriptor ``reportNumber``, to wait for a line before it does anything.
  /// - Throws: ``FileError`` if the program cannot be started.
  package init(
    leadingSession program: FilePath, arguments: [[UInt8]], environment: Environment,
    in folder: FilePath, gate: inout FileDescriptor?
  ) throws(FileError) {
    let output = try ProcessPipe(program)
    let report = try ProcessPipe(program)
    let entrance = try ProcessPipe(program)
    identifier = try ChildProcess.start(
      program, arguments, environment,
      connecting: [
        (output.writer.number, 1), (output.writer.number, 2),
        (entrance.reader.number, Self.reportNumber),
      ], in: folder, receivesSignals: true, leadsSession: true)
    self.program = program
    self.output = output.takeReader()
    self.report = report.takeReader()
    gate = entrance.takeWriter()
  }

  /// Waits until the program has written something or has closed its output (poll(2)). Returns
  /// false if neither happens within `milliseconds`.
  package func awaitOutput(milliseconds: Int32) -> Bool {
    var entry = pollfd(fd: output.number, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&entry, 1, milliseconds) > 0
  }

  /// Whether the program has ended, so that ``end()`` returns at once (waitid(2)). Its output may
  /// still be open, because a service that it started can hold it.
  package var hasEnded: Bool {
    var info = unsafe siginfo_t()
    let result = unsafe waitid(P_PID, id_t(identifier), &info, WEXITED | WNOHANG | WNOWAIT)
    return unsafe result == -1 || info.si_signo == SIGCHLD
  }

  /// The id of the process.
  package var processID: Int32 { identifier }

  /// Asks the program to end (kill(2) with SIGTERM).
  package func terminate() { _ = send(.termination) }

  /// The identity of the process, or `nil` if its start time is unknown.
  package var identity: ProcessIdentity? { ProcessIdentity(of: identifier) }

  /// Asks the program's process group to end (kill(2) with SIGTERM), or kills it (SIGKILL).
  package func endGroup(atOnce: Bool) { kill(-identifier, atOnce ? SIGKILL : SIGTERM) }

  /// A signal that asks a program to end.
  package enum EndSignal: String, Sendable {
    case interrupt = "INT"
    case termination = "TERM"
    case kill = "KILL"
  }

  /// Sends a signal (kill(2)). Returns false if the user may not send it, because the program runs
  /// as another user.
  package func send(_ signal: EndSignal) -> Bool {
    let number =
      switch signal {
      case .interrupt: SIGINT
      case .termination: SIGTERM
      case .kill: SIGKILL
      }
    return kill(identifier, number) == 0 || errno != EPERM
  }

  /// Waits for the program and returns how it ended (waitpid(2)).
  package consuming func end() throws(FileError) -> End {
    var status: Int32 = 0
    while true {
      if unsafe waitpid(identifier, &status, 0) == identifier { break }
      if errno != EINTR { throw FileError(.spawn, program, code: errno) }
    }
    // The macros WIFSIGNALED, WTERMSIG, and WEXITSTATUS, which Swift does not import.
    let signal = status & 0x7F
    return signal == 0 ? .code(status >> 8 & 0xFF) : .signal(signal)
  }
}

/// A pipe whose writing end is passed to a program.
struct ProcessPipe: ~Copyable {
  let reader: FileDescriptor
  let writer: FileDescriptor

  /// Creates a pipe for `program` (pipe(2)).
  init(_ program: FilePath) throws(FileError) {
    var ends: [Int32] = [-1, -1]
    try check(.spawn, program) { unsafe bootstrap_pipe(&ends) }
    reader = FileDescriptor(owning: ends[0], path: program)
    writer = FileDescriptor(owning: ends[1], path: program)
  }

  /// Closes the writing end and returns the reading end. Call this when the program has started:
  /// the output ends when nobody has the writing end any longer.
  consuming func takeReader() -> FileDescriptor { reader }

  /// Closes the reading end, and returns the writing end.
  consuming func takeWriter() -> FileDescriptor { writer }
}
