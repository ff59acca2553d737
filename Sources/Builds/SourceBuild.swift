internal import Diagnostics
package import Filesystem
package import Vocabulary

/// A build from source: command lines of the POSIX shell that run one after another in a sandbox.
package struct SourceBuild: Sendable {
  /// The folders of a build.
  package struct Folders: Sendable {
    /// The unpacked source, in which every step starts.
    package let source: FilePath
    /// The folder with the other files of the build (`$parts`).
    package let parts: FilePath
    /// The folder into which steps install (`$destdir`).
    package let destination: FilePath
    /// The folder that the build creates for the home folder and the temporary files of the steps.
    package let scratch: FilePath
    /// The final path of the installation (`$prefix`), which need not exist.
    package let prefix: FilePath

    /// Creates folders. See the properties.
    package init(
      source: FilePath, parts: FilePath, destination: FilePath, scratch: FilePath,
      prefix: FilePath
    ) {
      self.source = source
      self.parts = parts
      self.destination = destination
      self.scratch = scratch
      self.prefix = prefix
    }

    /// The home folder of the steps.
    fileprivate var home: FilePath { scratch.appending("home") }
    /// The folder for the temporary files of the steps.
    fileprivate var temporary: FilePath { scratch.appending("tmp") }
  }

  /// The command lines to run: first the commands that apply the patches, then the steps.
  private let commands: [(stage: BuildStage, line: String)]
  private let folders: Folders
  private let logPath: FilePath
  private let environment: Environment
  private let sandbox: StepSandbox
  private let timeLimit: Duration

  /// Creates a build.
  ///
  /// - Parameters:
  ///   - patches: The patches to apply before the first step. They are files in `$parts`.
  ///   - steps: The command lines.
  ///   - version: The version to build (`$version`).
  ///   - folders: The folders.
  ///   - tools: The folders of the installed tools to put first on `PATH`.
  ///   - readable: Additional files that the steps may read and run.
  ///   - log: The file to create for the output.
  ///   - jobs: The number of processes to run at once (`$jobs`).
  ///   - variables: Environment variables to add, keyed by name.
  ///   - sourceDate: The time for programs to record in their output (`SOURCE_DATE_EPOCH`), in
  ///     seconds since 1970.
  ///   - timeLimit: The time limit for all steps together.
  ///   - launcher: The program that calls ``StepLauncher/runIfAsked(_:_:)``.
  package init(
    patches: [PartName] = [], steps: [String], version: String, folders: Folders,
    tools: [FilePath] = [], readable: [FilePath] = [], log: FilePath, jobs: Int,
    variables: [String: String] = [:], sourceDate: Int64, timeLimit: Duration, launcher: FilePath
  ) {
    // `-t` keeps `patch` from asking questions, which nobody could answer.
    commands =
      patches.map { (.patch($0), "patch -p1 -t -i \"$parts/\($0)\"") }
      + zip(1..., steps).map { (.step($0, of: steps.count), $1) }
    self.folders = folders
    logPath = log
    self.timeLimit = timeLimit
    sandbox = StepSandbox(folders, tools: tools + readable, launcher: launcher)
    // Inherited variables could change the result, and could contain secrets.
    let path = tools.map { $0.appending("bin").string } + [StepSandbox.searchPath]
    let own = [
      "PATH": path.joined(separator: ":"), "HOME": folders.home.string,
      "TMPDIR": folders.temporary.string, "LC_ALL": "C.UTF-8",
      "SOURCE_DATE_EPOCH": "\(sourceDate)", "prefix": folders.prefix.string,
      "destdir": folders.destination.string, "source": folders.source.string,
      "parts": folders.parts.string, "jobs": "\(jobs)", "version": version,
    ]
    environment = Environment(own.merging(variables) { own, _ in own })
  }

  /// Runs the steps. Everything that they have started has ended when this returns or throws.
  ///
  /// - Throws: ``BuildFailure/patch(_:_:)`` or ``BuildFailure/step(_:)`` for the first command line
  ///   that fails, or ``BuildFailure/interrupted`` if the task is canceled.
  package func run(
    observe: @escaping @Sendable (BuildEvent) -> Void
  ) async throws(BuildFailure) {
    // On Linux, a step is ended when the thread that started it ends.
    try await BlockingThread.result { () throws(BuildFailure) in try runSteps(observe) }
  }

  private func runSteps(_ observe: (BuildEvent) -> Void) throws(BuildFailure) {
    let deadline = ContinuousClock.now + timeLimit
    var log: OutputLog
    do {
      try folders.home.makeDirectories()
      try folders.temporary.makeDirectories()
      log = try OutputLog(at: logPath, .bytes)
    } catch {
      throw .system(error)
    }
    for (index, (stage, line)) in commands.enumerated() {
      observe(.began(stage, command: line))
      let end: BuildProblem.End?
      do {
        try log.begin("[\(stage.place)] \(line)")
        end = try run(line, &log, until: deadline, isFirst: index == 0, observe)
      } catch {
        throw .system(error)
      }
      if CancellationFlag.isCurrentSet { throw .interrupted }
      guard let end else { continue }
      throw Self.failure(of: line, at: stage, end, log.lines)
    }
  }

  private static func failure(
    of line: String, at stage: BuildStage, _ end: BuildProblem.End, _ lastLines: [String]
  ) -> BuildFailure {
    func step(_ number: Int, _ count: Int) -> BuildProblem.Step {
      .init(number: number, count: count, command: line, end: end, lastLines: lastLines)
    }
    return switch stage {
    case .patch(let name): .patch(name, step(1, 1))
    case .step(let number, let count): .step(step(number, count))
    }
  }

  /// Runs a step and returns how it failed, or `nil` if it succeeded. If the task is canceled, ends
  /// the step.
  private func run(
    _ step: String, _ log: inout OutputLog, until deadline: ContinuousClock.Instant, isFirst: Bool,
    _ observe: (BuildEvent) -> Void
  ) throws(FileError) -> BuildProblem.End? {
    let process = try sandbox.start(step, environment)
    if isFirst, let missing = Self.missingRestrictions(of: process) {
      observe(.unrestricted(missing))
    }
    var output = StepOutput()
    var isEndedEarly = false
    var failure: FileError?
    while !output.isComplete {
      if !isEndedEarly, CancellationFlag.isCurrentSet || ContinuousClock.now >= deadline {
        process.terminate()
        isEndedEarly = true
      }
      do {
        try output.read(from: process, into: &log, observe)
      } catch {
        // The disk may be full. The step must have ended before anything is cleaned up.
        process.terminate()
        failure = error
        break
      }
    }
    let end = try process.end()
    if let failure { throw failure }
    if isEndedEarly { return .timeLimit(timeLimit) }
    return switch end {
    case .code(0): nil
    case .code(let code): .code(code)
    case .signal(let number): .signal(number)
    }
  }

  /// Waits for the report of the launcher. Returns the restrictions that the system does not
  /// support, or `nil` if it supports all.
  private static func missingRestrictions(
    of process: borrowing StartedProcess
  ) -> [BuildRestriction]? {
    var report: [UInt8] = [0]
    guard (try? process.report.read(intoStartOf: &report)) == 1 else { return nil }
    let missing = BuildRestriction.allCases.filter { report[0] & 1 << $0.rawValue != 0 }
    return missing.isEmpty ? nil : missing
  }
}

extension BuildStage {
  /// The stage in the headings of the log.
  fileprivate var place: String {
    switch self {
    case .patch: "patch"
    case .step(let number, let count): "\(number)/\(count)"
    }
  }
}
