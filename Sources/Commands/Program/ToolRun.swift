package import Diagnostics
internal import Layout
internal import Terminal
package import Vocabulary

/// The tools that a command line of `x` names, and the program to run.
package struct ToolRun: Sendable {
  /// A tool on the command line: `ruff`, `ruff@0.16`, or `ruff@=0.16.2`.
  package struct Word: Hashable, Sendable {
    package let tool: ToolName
    /// The version or the first numbers of one, without `=`. `nil` if there is no `@`.
    let version: String?
    /// Whether the version follows `=`, so that it is never a prefix of another version.
    let isExact: Bool
    /// The word as typed.
    package let text: String
  }

  /// The tool whose program runs.
  package let main: Word
  /// The tools that are only put on `PATH`.
  package let others: [Word]
  /// The program to run, which follows a `--` after the tool. `nil` for the program with the name
  /// of the tool or, if there is none, the only program.
  package let executable: ExecutableName?
  /// The arguments of the program, byte for byte.
  let arguments: [[UInt8]]

  /// All tools, starting with the one whose program runs.
  package var tools: [Word] { [main] + others }

  /// Parses the command line of a session.
  ///
  /// - Throws: ``Problem/usage(_:)`` if a tool, a version, or the name of the program is invalid,
  ///   or if a tool is named twice.
  package init(_ session: Session) throws(Problem) {
    let command = session.arguments.command
    main = try Word(String(decoding: command[0], as: UTF8.self), session)
    if command.count > 1, command[1] == Array("--".utf8) {
      guard command.count > 2 else {
        throw .usage(.missingArgument("COMMAND", command: "\(session.command) \(main.text) --"))
      }
      let name = String(decoding: command[2], as: UTF8.self)
      guard let executable = ExecutableName(name) else {
        throw .usage(.unexpectedArgument(name, command: session.command))
      }
      self.executable = executable
      arguments = Array(command.dropFirst(3))
    } else {
      executable = nil
      arguments = Array(command.dropFirst())
    }
    var others: [Word] = []
    for text in session.arguments.values(of: "--with") {
      let word = try Word(text, session)
      if ([main] + others).contains(where: { $0.tool == word.tool }) {
        throw .usage(.unexpectedArgument(text, command: session.command))
      }
      others.append(word)
    }
    self.others = others
  }
}

extension ToolRun.Word {
  /// Parses a tool on the command line.
  fileprivate init(_ text: String, _ session: Session) throws(Problem) {
    let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    guard let tool = ToolName(parts[0]) else { throw .usage(.badToolName(String(parts[0]))) }
    self.tool = tool
    self.text = text
    guard parts.count > 1 else {
      (version, isExact) = (nil, false)
      return
    }
    isExact = parts[1].hasPrefix("=")
    let version = parts[1].dropFirst(isExact ? 1 : 0)
    guard case .exact? = PinnedVersion(version) else {
      throw session.badTypedVersion(String(parts[1]), of: tool)
    }
    self.version = String(version)
  }
}
