internal import CPosix
internal import Foundation
internal import Synchronization

/// A running or ended program that can be signaled and awaited.
package final class Child: Sendable {
  /// A program that could not be started.
  struct CannotStart: Error {
    let program: String
    /// The error number that `posix_spawn` returned.
    let code: Int32
  }

  private enum State {
    case running(outOfTime: Bool, waiting: [CheckedContinuation<Outcome.Ending, Never>])
    case ended(Outcome.Ending)
  }

  package let processID: Int32
  private let state = Mutex(State.running(outOfTime: false, waiting: []))

  /// Starts `program` as the leader of a new process group. Its standard streams are the files
  /// `input`, `output`, and `error`, so no pipe can fill up and no reader is needed.
  ///
  /// - Parameters:
  ///   - program: The path of the program.
  ///   - arguments: All arguments, including the program's name.
  ///   - environment: All environment variables.
  ///   - directory: The working directory.
  init(
    _ program: String, arguments: [String], environment: [String: String], directory: String,
    input: String, output: String, error: String
  ) throws(CannotStart) {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t? = nil
      var attributes: posix_spawnattr_t? = nil
    #else
      var actions = unsafe posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    unsafe posix_spawn_file_actions_init(&actions)
    unsafe posix_spawnattr_init(&attributes)
    defer {
      unsafe posix_spawn_file_actions_destroy(&actions)
      unsafe posix_spawnattr_destroy(&attributes)
    }
    let writing = O_WRONLY | O_CREAT | O_TRUNC
    unsafe posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
    unsafe posix_spawn_file_actions_addopen(&actions, 1, output, writing, 0o644)
    unsafe posix_spawn_file_actions_addopen(&actions, 2, error, writing, 0o644)
    unsafe bootstrap_spawn_in_directory(&actions, directory)
    // Other threads open sockets and pipes, which close on exec only a moment later. A program that
    // held one would keep its other end waiting.
    unsafe bootstrap_spawn_closing_descriptors(&actions)
    // Reset signal handling to the defaults, as a shell does.
    var defaults = sigset_t()
    unsafe sigfillset(&defaults)
    var mask = sigset_t()
    unsafe sigemptyset(&mask)
    unsafe posix_spawnattr_setsigdefault(&attributes, &defaults)
    unsafe posix_spawnattr_setsigmask(&attributes, &mask)
    unsafe posix_spawnattr_setpgroup(&attributes, 0)
    var flags =
      Int32(POSIX_SPAWN_SETPGROUP) | Int32(POSIX_SPAWN_SETSIGDEF) | Int32(POSIX_SPAWN_SETSIGMASK)
    #if canImport(Darwin)
      flags |= POSIX_SPAWN_CLOEXEC_DEFAULT
    #endif
    unsafe posix_spawnattr_setflags(&attributes, Int16(flags))

    var argv = unsafe Self.cStrings(arguments)
    var envp = unsafe Self.cStrings(environment.map { "\($0.key)=\($0.value)" }.sorted())
    defer {
      unsafe argv.forEach { unsafe free($0) }
      unsafe envp.forEach { unsafe free($0) }
    }
    var number: pid_t = 0
    let code = executableWrites.withLock { _ in
      unsafe posix_spawn(&number, program, &actions, &attributes, &argv, &envp)
    }
    if code != 0 { throw CannotStart(program: program, code: code) }
    processID = number
    Thread.detachNewThread { [self] in reap() }
  }

  /// Copies `strings` to a null-terminated array. The caller must free the copies.
  private static func cStrings(_ strings: [String]) -> [UnsafeMutablePointer<CChar>?] {
    unsafe strings.map { unsafe strdup($0) } + [nil]
  }

  /// Sends `signal` to the program only or, with `toGroup`, to its whole process group.
  package func send(signal: Int32, toGroup: Bool = false) {
    state.withLock { state in
      // Until the process is reaped, its ID cannot belong to another process.
      if case .running = state { kill(toGroup ? -processID : processID, signal) }
    }
  }

  /// Kills the whole group if the program is still running after `limit`.
  func limit(to limit: Duration) {
    DispatchQueue.global().asyncAfter(deadline: .now() + limit / .seconds(1)) { [weak self] in
      guard let self else { return }
      state.withLock { state in
        guard case .running(_, let waiting) = state else { return }
        state = .running(outOfTime: true, waiting: waiting)
        kill(-processID, SIGKILL)
      }
    }
  }

  /// Waits for the program to end and returns how it ended.
  package func ending() async -> Outcome.Ending {
    await withCheckedContinuation { continuation in
      let ending = state.withLock { state -> Outcome.Ending? in
        switch state {
        case .ended(let ending): return ending
        case .running(let outOfTime, let waiting):
          state = .running(outOfTime: outOfTime, waiting: waiting + [continuation])
          return nil
        }
      }
      if let ending { continuation.resume(returning: ending) }
    }
  }

  /// Whether the program has ended.
  package var hasEnded: Bool {
    state.withLock { if case .ended = $0 { true } else { false } }
  }

  /// Waits for the process to end, then releases its ID and resumes the waiting tasks.
  private func reap() {
    var information = unsafe siginfo_t()
    // Leave the program a zombie until the state is locked, so that its ID is not reused before
    // `send` sees the new state.
    while unsafe waitid(P_PID, id_t(processID), &information, WEXITED | WNOWAIT) == -1,
      errno == EINTR
    {}
    let (ending, waiting) = state.withLock { state in
      var status: Int32 = 0
      while unsafe waitpid(processID, &status, 0) == -1, errno == EINTR {}
      guard case .running(let outOfTime, let waiting) = state else {
        preconditionFailure("a child is reaped once")
      }
      let signal = status & 0x7F
      let ending: Outcome.Ending =
        outOfTime ? .outOfTime : signal == 0 ? .exit(status >> 8 & 0xFF) : .signal(signal)
      state = .ended(ending)
      return (ending, waiting)
    }
    for continuation in waiting { continuation.resume(returning: ending) }
  }
}
