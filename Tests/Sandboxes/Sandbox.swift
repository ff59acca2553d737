internal import Filesystem
internal import Foundation
internal import Synchronization

/// A world of a test's own: home, root, project, PATH and environment, made from nothing and gone afterwards.
///
/// ```
/// <directory>/home           HOME, `$HOME` in outcomes
/// <directory>/root           BOOTSTRAP_ROOT, `$ROOT`: the built programs stand in it as if installed
/// <directory>/home/project   where commands start, `$PROJECT`
/// <directory>/system         the end of PATH: links to a few programs of the machine
/// <directory>/tmp            TMPDIR
/// ```
/// PATH is `$ROOT/shims:$ROOT/bin:<directory>/system`. Nothing of the machine is on it but what `systemPrograms` lists, so what a
/// developer has installed changes no test.
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
  }

  private let scratch: TemporaryDirectory
  private let state: Mutex<State>

  /// Programs of the machine that every sandbox has on its PATH.
  package static let systemPrograms = [
    "sh", "cat", "cp", "echo", "env", "false", "head", "ls", "mkdir", "mv", "printf", "pwd",
    "rm", "sleep", "true", "uname",
  ]

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
        "PATH": "\(root)/shims:\(root)/bin:\(system)",
        // A crash is told by its signal; the minute that a backtrace takes tells the test nothing.
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

  /// Does `cleanup` when the sandbox goes, the last one first, before its files go.
  package func atEnd(_ cleanup: @escaping @Sendable () -> Void) {
    state.withLock { $0.cleanups.append(cleanup) }
  }

  /// From now on `text` reads `name` in outcomes.
  package func redact(_ text: String, as name: String) {
    state.withLock { $0.redaction.add(text, as: name) }
  }

  package func redacted(_ text: String) -> String {
    state.withLock { $0.redaction }.applied(to: text)
  }

  /// A variable of the environment that every program here gets. nil is unset.
  package subscript(variable name: String) -> String? {
    get { state.withLock { $0.variables[name] } }
    set { state.withLock { $0.variables[name] = newValue } }
  }

  // MARK: Programs

  /// Runs a program, found on the sandbox's PATH or by its path, and waits for its end.
  ///
  /// - Parameters:
  ///   - directory: where it starts; relative to the project.
  ///   - environment: changes to the sandbox's variables; nil unsets.
  ///   - input: what it reads from standard input.
  ///   - limits: words of `ulimit` that hold for it: `-f 8`.
  ///   - timeLimit: when it is killed with all that it started. Long, since a test may wait for the machine for minutes.
  @discardableResult
  package func run(
    _ command: [String], in directory: String = ".", environment: [String: String?] = [:],
    input: String = "", limits: [String] = [], timeLimit: Duration = .seconds(300)
  ) async throws -> Outcome {
    await ChildLimit.shared.take()
    do {
      let running = try start(
        command, in: directory, environment: environment, input: input, limits: limits,
        timeLimit: timeLimit)
      let outcome = try await running.outcome()
      await ChildLimit.shared.give()
      return outcome
    } catch {
      await ChildLimit.shared.give()
      throw error
    }
  }

  /// Starts a program and returns at once: for signals, and for two at a time.
  package func start(
    _ command: [String], in directory: String = ".", environment: [String: String?] = [:],
    input: String = "", limits: [String] = [], timeLimit: Duration = .seconds(300)
  ) throws -> Running {
    let (number, variables) = state.withLock { state in
      state.runCount += 1
      return (state.runCount, state.variables)
    }
    let files = Running.Files(prefix: "\(self.directory)/\(number)")
    try Data(input.utf8).write(to: URL(fileURLWithPath: files.input))
    let variablesNow = environment.reduce(into: variables) { $0[$1.key] = $1.value }
    var words = command
    if !limits.isEmpty {
      // With the signal ignored, a file that grows too large is an error of write(2), as a full disk is.
      let script = "ulimit \(limits.joined(separator: " ")); trap '' XFSZ; exec \"$@\""
      words = ["sh", "-c", script, "sh"] + command
    }
    guard let name = words.first, let program = Self.find(name, path: variablesNow["PATH"] ?? "")
    else { throw NoSuchProgram(name: words.first ?? "") }
    let child = try Child(
      program, arguments: words, environment: variablesNow, directory: path(directory),
      input: files.input, output: files.output, error: files.error)
    child.limit(to: timeLimit)
    return Running(command: command, child: child, files: files, sandbox: self)
  }

  package struct NoSuchProgram: Error {
    let name: String
  }

  private static func find(_ name: String, path: String) -> String? {
    if name.contains("/") { return name }
    return path.split(separator: ":").lazy.map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}
