internal import CPosix
internal import LibC

/// Runs other programs: in place of this process, or as its children.
package enum ChildProcess {
  /// Replaces this process with `program` (execve(2)). Returns only by throwing.
  ///
  /// - Throws: ``FileError`` if the program cannot be executed.
  package static func replace(
    with program: FilePath, arguments: [[UInt8]], environment: Environment
  ) throws(FileError) -> Never {
    let code = unsafe withCStrings(arguments) { argv in
      unsafe withCStrings(environment.entries) { envp in
        _ = unsafe program.withCString { unsafe execve($0, argv, envp) }
        return errno
      }
    }
    throw FileError(.execve, program, code: code)
  }

  /// A stream that a child process writes its standard output to.
  package enum OutputStream: Int32, Sendable {
    case standardOutput = 1
    case standardError = 2
  }

  /// Runs `program` with the streams of this process, waits for it to end, and returns its exit
  /// code, or `nil` if a signal ended it.
  ///
  /// - Parameter output: The stream of this process that receives the program's standard output.
  /// - Throws: ``FileError`` if the program cannot be started.
  package static func run(
    _ program: FilePath, arguments: [[UInt8]], environment: Environment, output: OutputStream
  ) throws(FileError) -> Int32? {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t? = nil
    #else
      var actions = unsafe posix_spawn_file_actions_t()
    #endif
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    if output != .standardOutput {
      unsafe posix_spawn_file_actions_adddup2(&actions, output.rawValue, 1)
    }
    let child = unsafe try spawn(program, arguments, environment, &actions)
    var status: Int32 = 0
    try check(.spawn, program) { unsafe waitpid(child, &status, 0) }
    // The macros WIFEXITED and WEXITSTATUS, which Swift does not import.
    return status & 0x7F == 0 ? status >> 8 & 0xFF : nil
  }

  /// Runs `program` and returns its standard output, or `nil` if the program fails or writes more
  /// than `limit` bytes.
  ///
  /// The program starts in `/`, with standard error discarded, so it reads nothing from an
  /// untrusted working directory.
  ///
  /// - Parameters:
  ///   - input: What the program gets on standard input, at most 4096 bytes.
  ///   - includingErrors: Whether the output includes standard error.
  /// - Throws: ``FileError`` if the program cannot be started.
  package static func output(
    of program: FilePath, arguments: [String], environment: Environment, input: [UInt8] = [],
    limit: Int, includingErrors: Bool = false
  ) throws(FileError) -> [UInt8]? {
    let (code, bytes) = try end(
      of: program, arguments: arguments, environment: environment, input: input, limit: limit,
      includingErrors: includingErrors)
    return code == 0 ? bytes : nil
  }

  /// Runs `program` as ``output(of:arguments:environment:limit:)`` does, and returns its exit code,
  /// or `nil` if a signal ended it.
  ///
  /// - Throws: ``FileError`` if the program cannot be started.
  package static func exitCode(
    of program: FilePath, arguments: [String], environment: Environment, limit: Int
  ) throws(FileError) -> Int32? {
    try end(of: program, arguments: arguments, environment: environment, limit: limit).code
  }

  private static func end(
    of program: FilePath, arguments: [String], environment: Environment, input: [UInt8] = [],
    limit: Int, includingErrors: Bool = false
  ) throws(FileError) -> (code: Int32?, output: [UInt8]?) {
    let pipe = try ProcessPipe(program)
    let child = try start(
      program, [Array(program.bytes)] + arguments.map { Array($0.utf8) }, environment,
      connecting: (includingErrors ? [1, 2] : [1]).map { (pipe.writer.number, $0) },
      input: input)
    let reader = pipe.takeReader()

    let bytes: [UInt8]?
    do {
      bytes = try reader.readToEnd(limit: limit)
    } catch {
      // The output exceeds the limit or cannot be read, so the program need not finish.
      kill(child, SIGKILL)
      bytes = nil
    }
    var status: Int32 = 0
    try check(.spawn, program) { unsafe waitpid(child, &status, 0) }
    return (status & 0x7F == 0 ? status >> 8 & 0xFF : nil, bytes)
  }

  /// Starts `program` and returns the process. Discards output that has no stream.
  ///
  /// - Parameters:
  ///   - streams: Descriptors of this process, each with its number in the program.
  ///   - input: What the program gets on standard input, at most 4096 bytes. A pipe holds them
  ///     until the program reads them.
  ///   - folder: The working directory of the program.
  ///   - receivesSignals: Whether the program starts with no signal blocked.
  ///   - leadsSession: Whether the program leads a session of its own, without a terminal.
  /// - Throws: ``FileError`` if the program cannot be started.
  static func start(
    _ program: FilePath, _ arguments: [[UInt8]], _ environment: Environment,
    connecting streams: [(own: Int32, number: Int32)], input: [UInt8] = [],
    in folder: FilePath = "/", receivesSignals: Bool = false, leadsSession: Bool = false
  ) throws(FileError) -> pid_t {
    if !input.isEmpty {
      let pipe = try ProcessPipe(program)
      try pipe.writer.write(input)
      let reader = pipe.takeReader()
      return try start(
        program, arguments, environment, connecting: streams + [(reader.number, 0)], in: folder,
        receivesSignals: receivesSignals, leadsSession: leadsSession)
    }
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t? = nil
    #else
      var actions = unsafe posix_spawn_file_actions_t()
    #endif
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe folder.withCString { _ = unsafe bootstrap_spawn_in_directory(&actions, $0) }
    unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    for number in [Int32(1), 2] where !streams.contains(where: { $0.number == number }) {
      unsafe posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_WRONLY, 0)
    }
    for (own, number) in streams {
      unsafe posix_spawn_file_actions_adddup2(&actions, own, number)
    }
    return unsafe try spawn(
      program, arguments, environment, &actions, receivesSignals: receivesSignals,
      leadsSession: leadsSession)
  }

  #if canImport(Darwin)
    private typealias FileActions = posix_spawn_file_actions_t?
    private typealias Attributes = posix_spawnattr_t?
  #else
    private typealias FileActions = posix_spawn_file_actions_t
    private typealias Attributes = posix_spawnattr_t
  #endif

  /// The maximum number of attempts to start a program, 10 ms apart.
  private static let maximumAttemptCount = 100

  /// Starts `program` (posix_spawn(3)) and returns the process.
  ///
  /// If `program` was just written, a child that another thread has forked may still have it open:
  /// the child inherits every descriptor and closes them only when it executes its own program.
  /// Until then, the call fails with `ETXTBSY`, so it is repeated for up to a second.
  ///
  /// - Throws: ``FileError`` if posix_spawn(3) fails.
  private static func spawn(
    _ program: FilePath, _ arguments: [[UInt8]], _ environment: Environment,
    _ actions: UnsafeMutablePointer<FileActions>, receivesSignals: Bool = false,
    leadsSession: Bool = false
  ) throws(FileError) -> pid_t {
    var child: pid_t = 0
    var code: Int32 = 0
    #if canImport(Darwin)
      var attributes: Attributes = nil
    #else
      var attributes = Attributes()
    #endif
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    if receivesSignals {
      var none = sigset_t()
      unsafe sigemptyset(&none)
      unsafe posix_spawnattr_setsigmask(&attributes, &none)
    }
    let flags =
      (receivesSignals ? Int16(POSIX_SPAWN_SETSIGMASK) : 0)
      | (leadsSession ? bootstrap_spawn_in_session() : 0)
    unsafe posix_spawnattr_setflags(&attributes, flags)
    for _ in 0..<maximumAttemptCount {
      code = unsafe withCStrings(arguments) { argv in
        unsafe withCStrings(environment.entries) { envp in
          unsafe program.withCString {
            unsafe posix_spawn(&child, $0, actions, &attributes, argv, envp)
          }
        }
      }
      if code != ETXTBSY { break }
      usleep(10_000)
    }
    if code != 0 { throw FileError(.spawn, program, code: code) }
    return child
  }
}

/// Calls `body` with a NULL-terminated array of C strings, which are valid during the call.
package func withCStrings<Result>(
  _ strings: [[UInt8]], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
  let pointers = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(
    capacity: strings.count + 1)
  for (index, string) in strings.enumerated() {
    let copy = UnsafeMutablePointer<CChar>.allocate(capacity: string.count + 1)
    for (offset, byte) in string.enumerated() { unsafe copy[offset] = CChar(bitPattern: byte) }
    unsafe copy[string.count] = 0
    unsafe pointers[index] = copy
  }
  unsafe pointers[strings.count] = nil
  defer {
    for index in strings.indices { unsafe pointers[index]?.deallocate() }
    unsafe pointers.deallocate()
  }
  return unsafe body(pointers)
}
