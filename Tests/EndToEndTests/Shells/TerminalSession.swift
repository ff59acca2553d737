import Foundation
import Sandboxes
import Testing

/// A shell in a terminal, which a test types into and whose screen it reads. The terminal is tmux.
///
/// The shell's prompt is the number of the command to come: `3> `. So the test knows when a command
/// has ended, whatever it prints, and never waits for a fixed time.
struct TerminalSession {
  /// The screen did not become what the test waits for.
  struct Unexpected: Error, CustomStringConvertible {
    let screen: String

    var description: String { "the screen is:\n\(screen)" }
  }

  private static let tmux = "/usr/bin/tmux"

  private let sandbox: Sandbox
  private let socket: String
  /// The number of commands that have run.
  private var count = 0

  /// Whether the terminal and `shell` are available.
  static func isAvailable(_ shell: String) -> Bool {
    [tmux, "/usr/bin/\(shell)"].allSatisfy(FileManager.default.isExecutableFile)
  }

  /// Opens a terminal with a new shell, calls `body`, and closes the terminal.
  ///
  /// - Parameter size: The size of the terminal in characters.
  static func open(
    _ shell: String, in sandbox: Sandbox, size: (columns: Int, rows: Int) = (180, 50),
    _ body: (inout TerminalSession) async throws -> Void
  ) async throws {
    var session = TerminalSession(sandbox: sandbox, socket: sandbox.path("$SANDBOX/terminal"))
    // Without the global files, each machine has the same shell.
    let options = ["bash": ["--noprofile", "-i"], "zsh": ["-d", "-i"], "fish": ["-i"]]
    try await session.tmux(
      [
        "-f", "/dev/null", "new-session", "-d", "-x", "\(size.columns)", "-y", "\(size.rows)",
        "/usr/bin/\(shell)",
      ] + (options[shell] ?? []))
    do {
      try await session.waitForPrompt()
      try await body(&session)
    } catch {
      try await session.tmux(["kill-server"])
      throw error
    }
    try await session.tmux(["kill-server"])
  }

  private init(sandbox: Sandbox, socket: String) {
    self.sandbox = sandbox
    self.socket = socket
  }

  /// Types a command, waits for it to finish, and returns its output.
  mutating func run(_ command: String) async throws -> String {
    try await type(command)
    return try await enter()
  }

  /// Types a command, waits until it asks a question, presses keys (`y`, `Enter`, `C-c`), waits for
  /// the command to finish, and returns its output.
  mutating func run(
    _ command: String, answering question: String, with keys: [String]
  ) async throws -> String {
    try await type(command)
    try await tmux(["send-keys", "Enter"])
    try await wait { $0.last?.hasSuffix(question) == true }
    try await tmux(["send-keys"] + keys)
    return try await output()
  }

  /// Types a command that runs until it is interrupted.
  func start(_ command: String) async throws {
    try await type(command)
    try await tmux(["send-keys", "Enter"])
  }

  /// Waits until the last line of the screen is `line`, and returns the lines below the running
  /// command.
  func screen(until line: String) async throws -> String {
    let start = "\(count + 1)> "
    let lines = try await wait { $0.last == line && $0.contains { $0.hasPrefix(start) } }
    let first = lines.lastIndex { $0.hasPrefix(start) } ?? 0
    return sandbox.redacted(lines[(first + 1)...].map { $0 + "\n" }.joined())
  }

  /// Changes the width of the terminal.
  func resize(columns: Int) async throws {
    try await tmux(["resize-window", "-x", "\(columns)"])
  }

  /// Presses Ctrl-C, waits for the running command to finish, and returns the lines that it left on
  /// the screen.
  mutating func interrupt() async throws -> String {
    try await tmux(["send-keys", "C-c"])
    return try await output()
  }

  /// Starts recording the terminal's output in a file.
  func record(in path: String) async throws {
    try await tmux(["pipe-pane", "cat >'\(path)'"])
  }

  /// Types text without pressing Enter.
  func type(_ text: String) async throws {
    try await tmux(["send-keys", "-l", "--", text])
  }

  /// Types `text` at the end of the command line, presses Tab, and waits until the line is `line`.
  func complete(_ text: String, to line: String) async throws {
    try await type(text)
    try await wait { $0.last?.hasSuffix(text) == true }
    try await tmux(["send-keys", "Tab"])
    try await wait { $0.last == "\(count + 1)> \(line)" }
  }

  /// Presses Enter, waits for the command to finish, and returns its output.
  mutating func enter() async throws -> String {
    try await tmux(["send-keys", "Enter"])
    return try await output()
  }

  /// Waits for the running command to finish and returns its output.
  private mutating func output() async throws -> String {
    let start = "\(count + 1)> "
    count += 1
    let lines = try await waitForPrompt()
    let first = lines.lastIndex { $0.hasPrefix(start) } ?? 0
    return sandbox.redacted(lines[(first + 1)...].dropLast().joined(separator: "\n"))
  }

  @discardableResult private func waitForPrompt() async throws -> [String] {
    try await wait { $0.last == "\(count + 1)>" }
  }

  /// Waits until the lines of the screen, up to the last that is not empty, are as expected. Blanks
  /// at the ends of lines do not count.
  @discardableResult
  private func wait(for isExpected: ([String]) -> Bool) async throws -> [String] {
    let limit = ContinuousClock.now + .seconds(60)
    while true {
      let screen = try await tmux(["capture-pane", "-p", "-J", "-S", "-"])
      var lines = screen.split(separator: "\n", omittingEmptySubsequences: false).map {
        String($0.reversed().drop { $0 == " " }.reversed())
      }
      while lines.last == "" { lines.removeLast() }
      if isExpected(lines) { return lines }
      if ContinuousClock.now > limit { throw Unexpected(screen: lines.joined(separator: "\n")) }
      try await Task.sleep(for: .milliseconds(10))
    }
  }

  @discardableResult private func tmux(_ arguments: [String]) async throws -> String {
    let outcome = try await sandbox.run(
      [Self.tmux, "-S", socket] + arguments, environment: ["TERM": "xterm", "SHELL": "/bin/sh"])
    #expect(outcome.ending == .exit(0), "tmux \(arguments): \(outcome.standardError)")
    return String(decoding: outcome.outputBytes, as: UTF8.self)
  }
}
