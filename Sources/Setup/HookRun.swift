package import Diagnostics
package import Filesystem
package import Manifests
internal import Vocabulary

/// A run of a hook, or of its check.
package struct HookRun: Sendable {
  private let hook: Toolfile.Hook
  private let folder: FilePath
  private let environment: Environment

  /// Creates a run in the folder of the Toolfile.
  ///
  /// - Parameter environment: The user's variables, with the pinned tools first on `PATH`.
  package init(_ hook: Toolfile.Hook, in folder: FilePath, _ environment: Environment) {
    self.hook = hook
    self.folder = folder
    self.environment = environment
  }

  /// Returns whether the check succeeds, or `nil` if the hook has none.
  ///
  /// - Throws: ``Problem/interrupted``, or ``Problem/system(_:)`` if the shell cannot be started.
  package func isDone() async throws(Problem) -> Bool? {
    guard let check = hook.check else { return nil }
    let end = try await answer(check).end
    if end == .interrupted { throw .interrupted }
    return end == .code(0)
  }

  /// Runs the check, if there is one, after the command lines.
  ///
  /// - Parameters:
  ///   - log: The file of the run, for the message.
  ///   - formatPath: Returns a path as messages show it.
  /// - Throws: ``SetupProblem/unfulfilled(_:)`` if the check fails, ``Problem/interrupted``, or
  ///   ``Problem/system(_:)``.
  package func verify(log: FilePath, formatPath: (FilePath) -> String) async throws(Problem) {
    guard let check = hook.check else { return }
    let (end, lines) = try await answer(check)
    if end == .code(0) { return }
    throw .setup(
      .unfulfilled(
        .init(
          hook.name, command: check, origin: hook.origin, end: try Self.failure(end),
          lastLines: lines, log: formatPath(log))))
  }

  /// Runs a check, and returns how it ended, and the last lines of its output.
  private func answer(
    _ check: String
  ) async throws(Problem) -> (end: ShellRun.End, lines: [String]) {
    let run = ShellRun(check, in: folder, environment, .check)
    return try await BlockingThread.mappingFileErrors {
      () throws(FileError) -> (ShellRun.End, [String]) in
      var output: [UInt8] = []
      let end = try run.run { output = (output + $0).suffix(Self.shownByteCount) }
      let lines = output.split(separator: UInt8(ascii: "\n"))
        .map { Secrets.ofProcess.concealing(OutputLog.plain($0)) }
      return (end, lines.suffix(Self.shownLineCount))
    }
  }

  /// Runs the command lines, one after another.
  ///
  /// - Parameters:
  ///   - log: The file for the output, which the run replaces.
  ///   - record: Receives the process of each line before it runs the line, or `nil` if its start
  ///     time is unknown.
  ///   - formatPath: Returns a path as messages show it.
  ///   - observe: Receives lines of output.
  /// - Throws: ``SetupProblem/hook(_:)`` for the first failed line, ``Problem/interrupted``, or
  ///   ``Problem/system(_:)``.
  package func run(
    log: FilePath, limits: ShellRun.Limits = .run,
    record: @escaping @Sendable (ProcessIdentity?) throws(FileError) -> Void = { _ in },
    formatPath: (FilePath) -> String,
    observe: @escaping @Sendable ([String]) -> Void
  ) async throws(Problem) {
    let (hook, folder, environment) = (hook, folder, environment)
    let failure = try await BlockingThread.mappingFileErrors {
      () throws(FileError) -> (line: String, end: ShellRun.End, output: [String])? in
      try log.removeFile()
      var file = try OutputLog(at: log, .plainLines)
      for line in hook.run {
        try file.begin(line)
        let end = try ShellRun(line, in: folder, environment, limits).run(record: record) {
          bytes throws(FileError) in
          try file.add(bytes)
          observe(file.takeNewLines())
        }
        try file.finish()
        observe(file.takeNewLines())
        if end != .code(0) { return (line, end, file.lines.suffix(Self.shownLineCount)) }
      }
      return nil
    }
    guard let failure else { return }
    throw .setup(
      .hook(
        .init(
          hook.name, command: failure.line, origin: hook.origin,
          end: try Self.failure(failure.end), lastLines: failure.output, log: formatPath(log))))
  }

  /// Returns the end of a failed command line for a message.
  ///
  /// - Throws: ``Problem/interrupted`` if the user ended it.
  private static func failure(
    _ end: ShellRun.End
  ) throws(Problem) -> SetupProblem.HookFailure.End {
    switch end {
    case .interrupted: throw .interrupted
    case .code(let code): .code(code)
    case .signal(let number): .signal(number)
    case .timeLimit(let limit, let isSilence): .timeLimit(limit, isSilence: isSilence)
    }
  }

  /// The maximum number of output lines in a message.
  private static let shownLineCount = 15
  /// The maximum size of a check's output in a message, in bytes.
  private static let shownByteCount = 4096
}
