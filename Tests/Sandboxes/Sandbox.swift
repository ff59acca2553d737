internal import Filesystem
internal import Foundation
internal import Synchronization

/// An isolated environment for a test: home, root, project, PATH, and variables. All folders are
/// new and are removed afterward. Outcomes show their paths as `$HOME`, `$ROOT`, and `$PROJECT`.
///
/// ```
/// <directory>/home           HOME
/// <directory>/root           BOOTSTRAP_ROOT; contains the built programs as if installed
/// <directory>/home/project   the working directory of commands
/// <directory>/system         the end of PATH: links to a few system programs
/// <directory>/tmp            TMPDIR
/// ```
/// PATH holds the `shims` and `bin` folders of the root, and then `<directory>/system`. The only
/// system programs on it are those in ``systemPrograms``, so tests do not depend on the programs
/// that the developer has installed.
package final class Sandbox: Sendable {
  package let directory: String
  package let home: String
  package let root: String
  package let project: String

  private struct State {
    var variables: [String: String]
    var redaction = Redaction()
    var cleanups: [@Sendable () -> Void] = []
    var runCount = 0
    /// The words that precede every command.
    var prefix: [String] = []
  }

  private let scratch: TemporaryDirectory
  private let state: Mutex<State>

  /// The system programs on the PATH of every sandbox.
  package static let systemPrograms = [
    "sh", "cat", "cp", "echo", "env", "false", "head", "ls", "mkdir", "mv", "printf", "pwd",
    "rm", "sleep", "true", "uname",
  ]

  /// Creates the folders and the links to system programs, and installs the built programs.
  package init() throws {
    scratch = try TemporaryDirectory()
    directory = scratch.path.string
    home = directory + "/home"
    root = directory + "/root"
    project = home + "/project"
    let system = directory + "/system"
    let temporary = directory + "/tmp"
    state = Mutex(
      State(variables: [
        "HOME": home, "BOOTSTRAP_ROOT": root, "TMPDIR": temporary, "LC_ALL": "C", "TERM": "dumb",
        "PATH": "\(root)/shims:\(root)/bin:\(system)", "BOOTSTRAP_SYSTEM_PATH": system,
        // The exit signal is enough to report a crash. A backtrace would take a minute.
        "SWIFT_BACKTRACE": "enable=no",
      ]))
    for folder in [project, root, system, temporary] {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }
    for program in Self.systemPrograms {
      guard let path = Self.find(program, path: "/usr/bin:/bin") else { continue }
      try FileManager.default.createSymbolicLink(
        atPath: "\(system)/\(program)", withDestinationPath: path)
    }
    try BuiltPrograms.install(into: root)
    for (path, name) in [
      (project, "$PROJECT"), (root, "$ROOT"), (home, "$HOME"), (directory, "$SANDBOX"),
    ] {
      redact(path, as: name)
    }
  }

  deinit {
    let cleanups = state.withLock { $0.cleanups }
    for cleanup in cleanups.reversed() { cleanup() }
  }

  /// Registers `cleanup` to run when the sandbox is released, in reverse order of registration
  /// and before its files are removed.
  package func atEnd(_ cleanup: @escaping @Sendable () -> Void) {
    state.withLock { $0.cleanups.append(cleanup) }
  }

  /// Replaces `text` with `name` in outcomes from now on.
  package func redact(_ text: String, as name: String) {
    state.withLock { $0.redaction.add(text, as: name) }
  }

  /// Returns `text` with the registered replacements applied.
  package func redacted(_ text: String) -> String {
    state.withLock { $0.redaction }.applied(to: text)
  }

  /// An environment variable for every program run here, or `nil` if it is unset.
  package subscript(variable name: String) -> String? {
    get { state.withLock { $0.variables[name] } }
    set { state.withLock { $0.variables[name] = newValue } }
  }

  /// Runs all later commands with a program that receives them as its last arguments.
  package func runCommands(by prefix: [String]) {
    state.withLock { $0.prefix = prefix }
  }

  // MARK: Programs

  /// Runs a program, found on the sandbox's PATH or by its path, and waits for it to end.
  ///
  /// - Parameters:
  ///   - command: The program and its arguments.
  ///   - directory: The working directory, relative to the project.
  ///   - environment: Changes to the sandbox's variables. A value of `nil` unsets a variable.
  ///   - input: The text on standard input.
  ///   - limits: Arguments of `ulimit`, such as `-f 8`.
  ///   - timeLimit: The time after which the program and its children are killed. The default is
  ///     long, because a busy machine can delay a test by minutes.
  /// - Throws: ``NoSuchProgram`` if the program is not on PATH.
  @discardableResult
  package func run(
    _ command: [String], in directory: String = ".", environment: [String: String?] = [:],
    input: String = "", limits: [String] = [], timeLimit: Duration = .seconds(300)
  ) async throws -> Outcome {
    let running = try start(
      command, in: directory, environment: environment, input: input, limits: limits,
      timeLimit: timeLimit)
    return try await running.outcome()
  }

  /// Starts a program and returns immediately, so that a test can send signals or run several
  /// programs at once. The parameters are those of
  /// ``run(_:in:environment:input:limits:timeLimit:)``.
  package func start(
    _ command: [String], in directory: String = ".", environment: [String: String?] = [:],
    input: String = "", limits: [String] = [], timeLimit: Duration = .seconds(300)
  ) throws -> Running {
    let (number, variables, prefix) = state.withLock { state in
      state.runCount += 1
      return (state.runCount, state.variables, state.prefix)
    }
    let files = Running.Files(prefix: "\(self.directory)/\(number)")
    try Data(input.utf8).write(to: URL(fileURLWithPath: files.input))
    let variablesNow = environment.reduce(into: variables) { $0[$1.key] = $1.value }
    var words = command
    if !limits.isEmpty {
      // With the signal ignored, exceeding the file size limit makes write(2) fail, like a
      // full disk.
      let script = "ulimit \(limits.joined(separator: " ")); trap '' XFSZ; exec \"$@\""
      words = ["sh", "-c", script, "sh"] + command
    }
    words = prefix + words
    guard let name = words.first, let program = Self.find(name, path: variablesNow["PATH"] ?? "")
    else { throw NoSuchProgram(name: words.first ?? "") }
    let child = try Child(
      program, arguments: words, environment: variablesNow, directory: path(directory),
      input: files.input, output: files.output, error: files.error)
    child.limit(to: timeLimit)
    return Running(command: command, child: child, files: files, sandbox: self)
  }

  /// An error for a program that is not on the sandbox's PATH.
  package struct NoSuchProgram: Error {
    let name: String
  }

  /// Returns the path of the program `name`: the name itself if it is a path, otherwise the first
  /// match on `path`, or `nil` if there is none.
  private static func find(_ name: String, path: String) -> String? {
    if name.contains("/") { return name }
    return path.split(separator: ":").lazy.map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}
