package import Filesystem
internal import LibC

/// A build from source: command lines of the POSIX shell, which run one after another in a sandbox.
package struct SourceBuild: Sendable {
  /// The folders of a build.
  package struct Folders: Sendable {
    /// The unpacked source, in which every step begins.
    package let source: FilePath
    /// The folder below which steps install (`$destdir`).
    package let destination: FilePath
    /// A folder that the build creates, with the home folder and the temporary files of the steps.
    package let work: FilePath
    /// The final path of the installation (`$prefix`), which need not exist.
    package let prefix: FilePath

    /// Creates folders. See the properties.
    package init(source: FilePath, destination: FilePath, work: FilePath, prefix: FilePath) {
      self.source = source
      self.destination = destination
      self.work = work
      self.prefix = prefix
    }
  }

  private let steps: [String]
  private let folders: Folders
  private let logPath: FilePath
  private let environment: Environment
  private let sandbox: StepSandbox
  private let timeLimit: Duration

  /// Creates a build.
  ///
  /// - Parameters:
  ///   - steps: The command lines.
  ///   - version: The version to build (`$version`).
  ///   - folders: The folders.
  ///   - log: The file to create for the output.
  ///   - jobs: The number of processes to run at once (`$jobs`).
  ///   - sourceDate: The time that programs are to put into what they make, in seconds since 1970
  ///     (`SOURCE_DATE_EPOCH`).
  ///   - timeLimit: The time that all steps may take together.
  ///   - launcher: The program that calls ``StepLauncher``.
  package init(
    steps: [String], version: String, folders: Folders, log: FilePath, jobs: Int,
    sourceDate: Int64, timeLimit: Duration, launcher: FilePath
  ) {
    self.steps = steps
    self.folders = folders
    logPath = log
    self.timeLimit = timeLimit
    sandbox = StepSandbox(folders, launcher: launcher)
    // Nothing is inherited, so that a build does not depend on who runs it, and learns no secret.
    environment = Environment([
      "PATH": StepSandbox.searchPath, "HOME": folders.work.appending("home").string,
      "TMPDIR": folders.work.appending("tmp").string, "LC_ALL": "C.UTF-8",
      "SOURCE_DATE_EPOCH": "\(sourceDate)", "prefix": folders.prefix.string,
      "destdir": folders.destination.string, "source": folders.source.string, "jobs": "\(jobs)",
      "version": version,
    ])
  }

  /// Runs the steps. When this returns or throws, none of their programs is running.
  ///
  /// - Throws: ``BuildFailure/step(_:)`` for the first step that fails, or
  ///   ``BuildFailure/interrupted`` if the task is canceled.
  package func run(
    observe: @escaping @Sendable (BuildEvent) -> Void
  ) async throws(BuildFailure) {
    // The steps end if the thread that starts them ends, so one thread starts and awaits them all.
    try await BlockingThread.result { () throws(BuildFailure) in try runHere(observe) }
  }

  private func runHere(_ observe: (BuildEvent) -> Void) throws(BuildFailure) {
    let deadline = ContinuousClock.now + timeLimit
    var log = try mapped { () throws(FileError) in
      for name in ["home", "tmp"] { try folders.work.appending(name).makeDirectories() }
      return try BuildLog(at: logPath)
    }
    for (number, step) in zip(1..., steps) {
      if CancellationFlag.isCurrentSet { throw .interrupted }
      observe(.step(number, of: steps.count, command: step))
      let end: StartedProcess.End?
      do {
        try log.begin(number, of: steps.count, step)
        end = try run(step, &log, until: deadline, isFirst: number == 1, observe)
      } catch {
        throw .system(error)
      }
      log.finish()
      let failure: FailedStep.End
      switch end {
      case .code(0): continue
      case .code(let code): failure = .exit(code)
      case .signal(let signal): failure = .signal(signal)
      case nil where CancellationFlag.isCurrentSet: throw .interrupted
      case nil: failure = .timedOut
      }
      throw .step(
        FailedStep(
          number: number, count: steps.count, command: step, end: failure, lastLines: log.lines,
          log: log.path))
    }
  }

  private func mapped<Value: ~Copyable>(
    _ body: () throws(FileError) -> Value
  ) throws(BuildFailure) -> Value {
    do {
      return try body()
    } catch {
      throw .system(error)
    }
  }

  /// The longest time between two looks at the clock and at the task, in milliseconds.
  private static let interval: Int32 = 100

  /// Runs a step and returns how it ended, or `nil` if it was ended because the time is over or the
  /// task was canceled.
  private func run(
    _ step: String, _ log: inout BuildLog, until deadline: ContinuousClock.Instant, isFirst: Bool,
    _ observe: (BuildEvent) -> Void
  ) throws(FileError) -> StartedProcess.End? {
    let process = try sandbox.start(step, environment)
    var report: [UInt8] = [0]
    if try process.report.read(intoStartOf: &report) == 1, isFirst {
      let open = BuildRestriction.allCases.filter { report[0] & 1 << $0.rawValue != 0 }
      if !open.isEmpty { observe(.notRestricted(open)) }
    }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var isEnded = false
    var failure: FileError?
    var shown = ContinuousClock.now
    var isShown = true
    while true {
      let now = ContinuousClock.now
      if !isShown, now - shown >= .milliseconds(Int(Self.interval)), let line = log.lines.last {
        observe(.output(line))
        (shown, isShown) = (now, true)
      }
      if !isEnded, CancellationFlag.isCurrentSet || now >= deadline || failure != nil {
        process.terminate()
        isEnded = true
      }
      if !process.awaitOutput(milliseconds: Self.interval) { continue }
      do {
        let count = try process.output.read(intoStartOf: &buffer)
        if count == 0 { break }
        if failure == nil { try log.add(buffer[..<count]) }
      } catch {
        // The disk is full, for example. The step must end before this does.
        failure = error
        if error.operation == .read { break }
      }
      isShown = false
    }
    if failure != nil { process.terminate() }
    let end = try process.end()
    if let failure { throw failure }
    return isEnded ? nil : end
  }
}
