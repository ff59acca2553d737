internal import LibC

extension ChildProcess {
  /// The destination of a program's standard error.
  package enum StandardError: Sendable {
    case discarded
    /// It is part of the output.
    case inOutput
    /// It is returned separately. A program that prints more than the pipe holds (64 kB) blocks
    /// until it is killed.
    case apart
  }

  /// Runs `program` as ``output(of:arguments:environment:limit:)`` does, but kills it if it runs
  /// too long or prints too much (kill(2) with SIGKILL).
  ///
  /// - Parameters:
  ///   - input: What the program gets on standard input, at most 4096 bytes.
  ///   - seconds: The maximum run time.
  ///   - standardError: The destination of its standard error.
  /// - Returns: Its exit code, its output, and its standard error if that is separate. `nil` if a
  ///   signal ended it.
  /// - Throws: ``FileError`` if the program cannot be started, or with ``FileError/isTimeout``
  ///   if it runs too long.
  package static func answer(
    of program: FilePath, arguments: [String], environment: Environment, input: [UInt8] = [],
    limit: Int, seconds: Int, standardError: StandardError = .discarded
  ) throws(FileError) -> (code: Int32, output: [UInt8], errors: [UInt8])? {
    let pipe = try ProcessPipe(program)
    let errorPipe = try ProcessPipe(program)
    var streams = [(own: pipe.writer.number, number: Int32(1))]
    switch standardError {
    case .discarded: break
    case .inOutput: streams.append((pipe.writer.number, 2))
    case .apart: streams.append((errorPipe.writer.number, 2))
    }
    let child = try start(
      program, [Array(program.bytes)] + arguments.map { Array($0.utf8) }, environment,
      connecting: streams, input: input)
    let reader = pipe.takeReader()
    let errorReader = errorPipe.takeReader()
    let deadline = ContinuousClock.now + .seconds(seconds)
    var output: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 * 1024)
    var (isComplete, isLate) = (false, false)
    while !isComplete, output.count <= limit {
      isLate = !reader.awaitInput(until: deadline)
      guard !isLate, let count = try? reader.read(intoStartOf: &buffer) else { break }
      output += buffer[..<count]
      isComplete = count == 0
    }
    // A program can close its output long before it ends.
    if isComplete { isLate = !awaitEnd(of: child, until: deadline) }
    if isLate || !isComplete { kill(child, SIGKILL) }
    var status: Int32 = 0
    try check(.spawn, program) { unsafe waitpid(child, &status, 0) }
    if isLate { throw .timeout(of: program) }
    // A process that the program has left behind may keep the pipe open.
    let hasErrors = errorReader.awaitInput(until: .now)
    let count = hasErrors ? (try? errorReader.read(intoStartOf: &buffer)) ?? 0 : 0
    return status & 0x7F == 0 ? (status >> 8 & 0xFF, output, Array(buffer[..<count])) : nil
  }

  /// Waits until a child process has ended (waitid(2)), without collecting its status. Returns
  /// false if it is still running at `deadline`.
  private static func awaitEnd(of child: Int32, until deadline: ContinuousClock.Instant) -> Bool {
    while true {
      var info = unsafe siginfo_t()
      let result = unsafe waitid(P_PID, id_t(child), &info, WEXITED | WNOHANG | WNOWAIT)
      if unsafe result == -1 || info.si_signo == SIGCHLD { return true }
      if ContinuousClock.now >= deadline { return false }
      usleep(1000)
    }
  }
}

extension FileDescriptor {
  /// Waits for output or its end (poll(2)). Returns false if neither comes before `deadline`.
  fileprivate func awaitInput(until deadline: ContinuousClock.Instant) -> Bool {
    let milliseconds = Int((deadline - .now) / .milliseconds(1))
    var entry = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&entry, 1, Int32(clamping: max(milliseconds, 0))) > 0
  }
}
