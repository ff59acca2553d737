internal import CPosix
package import Diagnostics
package import Filesystem
internal import LibC
internal import Vocabulary

/// The output of a command: data goes to standard output, everything else to standard error.
///
/// Only this type prints. Lower-level modules return values, throw errors, or report events. All
/// text, but not the paths and scripts that other programs read, passes ``Secrets`` on its way.
package struct Console: Sendable {
  /// The amount of output besides data and errors.
  package enum Verbosity: Sendable {
    case quiet, normal, verbose
  }

  package let verbosity: Verbosity
  /// Whether results and errors are printed as JSON.
  package let isJSON: Bool
  package let outputStyle: Style
  package let errorStyle: Style
  /// Whether standard output is a terminal.
  package let isOutputTerminal: Bool
  let output = StandardOutput()
  /// The form in which errors are repeated for a service that runs the command, or `nil`.
  private let annotations: AnnotationFormat?
  /// The folder for the commands that messages advise, or `nil` for the working directory.
  let commandFolder: CommandFolder?
  /// Turns the paths of messages into absolute ones, or `nil` if the output is not JSON.
  private let places: PlaceFormat?
  /// The width of the terminal on standard error, or `nil` if standard error is not a terminal.
  package var columns: Int? {
    let columns = Int(bootstrap_terminal_columns(2))
    return columns > 0 ? columns : nil
  }

  /// Whether the console can ask the user a question: standard input and standard error are
  /// terminals, and the results are not printed as JSON.
  package var isInteractive: Bool { !isJSON && isatty(0) == 1 && isatty(2) == 1 }

  /// Shows requests and asks whether to accept them. Any answer other than yes means no.
  package func confirms(_ problem: TrustProblem) -> Bool {
    let lines = [problem.heading(), ""] + problem.lines + ["", "Accept?"]
    return confirms(lines.joined(separator: "\n"))
  }

  /// Shows requests, and asks a question that also covers them. Any answer other than yes means no.
  package func confirms(_ problem: TrustProblem, with question: Question) -> Bool {
    let lines = [problem.heading(), ""] + problem.lines + ["", question.text]
    return confirms(lines.joined(separator: "\n"))
  }

  /// Asks a question. Any answer other than yes means no, and so does the end of input.
  package func confirms(_ question: Question) -> Bool { confirms(question.text) }

  private func confirms(_ question: String) -> Bool {
    Self.write(question + " [y/N] ", to: 2)
    guard let answer = TerminationSignals.whileNotCaught({ readLine() })?.lowercased() else {
      // The end of input leaves the cursor behind the question.
      Self.write("\n", to: 2)
      return false
    }
    return answer == "y" || answer == "yes"
  }

  /// Creates a console. With `auto`, each of the two streams has color only if it is a terminal.
  ///
  /// - Parameters:
  ///   - annotations: The form in which a service shows errors beside their lines, or `nil`.
  ///   - folder: The value of the option `-C` as typed, or `nil` without the option.
  ///   - start: The folder to which the paths in messages are relative, or `nil` if JSON needs no
  ///     absolute ones.
  package init(
    verbosity: Verbosity, isJSON: Bool, color: Style.Choice, environment: Environment,
    annotations: AnnotationFormat? = nil, folder: String? = nil, start: FilePath? = nil
  ) {
    self.annotations = annotations
    commandFolder = folder.map(CommandFolder.init(typed:))
    places = start.map { PlaceFormat(folder: $0, environment: environment) }
    self.verbosity = verbosity
    self.isJSON = isJSON
    isOutputTerminal = isatty(1) == 1
    outputStyle = Style(color, isTerminal: isOutputTerminal, environment: environment)
    errorStyle = Style(color, isTerminal: isatty(2) == 1, environment: environment)
  }

  /// Prints a line of data.
  package func print(_ line: String) {
    output.write(Array(Secrets.ofProcess.concealing(line).utf8) + [UInt8(ascii: "\n")])
  }

  /// Prints JSON. The location of a file gets its absolute path and its line as members beside it.
  func print(json: JSON) {
    var buffer = OutputBuffer(output.write)
    locating(json).write(to: &buffer) { Secrets.ofProcess.concealing($0) }
    buffer.write("\n")
    buffer.flush()
  }

  /// Returns JSON with the absolute path and the line beside each location, if paths are known.
  func locating(_ json: JSON) -> JSON { places.map(json.locating) ?? json }

  /// Prints help to standard error, for a command line without a command.
  package func printUsage(_ text: String) { Self.write(text + "\n", to: 2) }

  /// Prints a script or a page for another program, byte for byte.
  package func print(bytes: [UInt8]) { output.write(bytes) }

  /// Prints results: JSON if requested, otherwise the lines. Control characters are escaped, so a
  /// name can neither forge a line nor affect a terminal.
  package func print(_ lines: [String], json: @autoclosure () -> JSON) {
    if isJSON {
      print(json: json())
    } else if !lines.isEmpty {
      print(lines.map(visible).joined(separator: "\n"))
    }
  }

  /// Prints lines that are styled already. No part of them may contain a control character.
  package func print(styled lines: [String]) {
    if !lines.isEmpty { print(lines.joined(separator: "\n")) }
  }

  /// Prints a path: as JSON if requested, otherwise its exact bytes for a script that reads it, and
  /// with control characters escaped on a terminal.
  package func print(_ path: FilePath, json: @autoclosure () -> JSON) {
    if isJSON {
      print(json: json())
    } else {
      output.write(Self.bytes(of: path, isTerminal: isOutputTerminal) + [UInt8(ascii: "\n")])
    }
  }

  /// Returns a path as it is printed.
  static func bytes(of path: FilePath, isTerminal: Bool) -> [UInt8] {
    isTerminal ? Array(visible(path.string).utf8) : Array(path.bytes)
  }

  /// Prints results: JSON if requested, otherwise rows with aligned columns.
  package func print(rows: [[String]], json: @autoclosure () -> JSON) {
    print(Self.lines(of: rows.map { $0.map(visible) }), json: json())
  }

  /// Returns rows as lines with aligned columns.
  private static func lines(of rows: [[String]]) -> [String] {
    let widths = rows.reduce(into: [Int]()) { widths, row in
      for (index, cell) in row.enumerated() {
        if index == widths.count { widths.append(0) }
        widths[index] = max(widths[index], cell.count)
      }
    }
    return rows.map { row in
      var line = ""
      for (cell, width) in zip(row.dropLast(), widths) {
        line += cell
        line += String(repeating: " ", count: width - cell.count + 2)
      }
      line += row.last ?? ""
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  /// Prints a notice, which is neither data nor a problem. Prints nothing with `--quiet`.
  package func report(_ notice: @autoclosure () -> Notice) {
    if verbosity == .quiet { return }
    switch notice().form {
    case .note(let line): Self.write(visible(placed(line)) + "\n", to: 2)
    case .table(let rows):
      let lines = Self.lines(of: rows.map { $0.map { visible(placed($0)) } })
      Self.write(lines.map { $0 + "\n" }.joined(), to: 2)
    case .trace(let line):
      if verbosity == .verbose { Self.write(errorStyle.dim(visible(placed(line))) + "\n", to: 2) }
    case .warning(let messages):
      let kind = errorStyle.warning("warning:")
      let placed = messages.map { $0.placed(in: commandFolder) }
      Self.write(placed.map { $0.text(kind, style: errorStyle) }.joined(), to: 2)
    }
  }

  private func placed(_ line: String) -> String { commandFolder?.placing(line) ?? line }

  private func messages(of problem: Problem) -> [Message] {
    problem.messages.map { $0.placed(in: commandFolder) }
  }

  /// Returns the member `places` for the files that a problem names, with absolute paths, or none.
  private func places(of problem: Problem) -> [JSON.Member] {
    let origins = problem.annotations.compactMap(\.origin).filter { $0.path != nil }
    if places == nil || origins.isEmpty { return [] }
    return [.init(name: "places", value: .array(origins.map { .object(["origin": .origin($0)]) }))]
  }

  /// Reports a problem, as JSON on standard output if requested, else as text on standard error.
  ///
  /// - Parameters:
  ///   - exitCode: The exit code in JSON, if it differs from the problem's own.
  ///   - facts: Further members of the JSON.
  package func report(
    _ problem: Problem, exitCode: ExitCode? = nil, _ facts: [JSON.Member] = []
  ) {
    let messages = messages(of: problem)
    if isJSON {
      let facts = places(of: problem) + facts
      print(json: Self.json(of: messages, exitCode: exitCode ?? problem.exitCode, facts))
    } else {
      writeError(messages)
    }
    if let annotations {
      Self.write(problem.annotations.map(annotations.line).joined(), to: 2)
    }
  }

  private func writeError(_ messages: [Message]) {
    let kind = errorStyle.error("error:")
    Self.write(messages.map { $0.text(kind, style: errorStyle) }.joined(), to: 2)
  }

  /// Returns the exit code of a command that would end with `exitCode`. If its results could not
  /// be written to standard output, reports this, and an answer becomes a failure: a script must
  /// not take incomplete results for the whole. An error keeps its own exit code.
  ///
  /// Call this once, after all output.
  package func finish(_ exitCode: ExitCode) -> ExitCode {
    guard let failure = output.failure else { return exitCode }
    let problem = Problem.system(.output(code: failure.code, reason: failure.reason))
    // Standard output cannot receive the report, not even as JSON.
    writeError(problem.messages)
    return exitCode == .success || exitCode == .failure ? problem.exitCode : exitCode
  }

  /// Reports the reason that a check fails, which is a result and not an error of the command.
  ///
  /// - Parameters:
  ///   - exitCode: The exit code in JSON.
  ///   - facts: Further members of the JSON.
  package func deny(
    _ problem: Problem, exitCode: ExitCode = .failure, _ facts: [JSON.Member] = []
  ) {
    let messages = messages(of: problem)
    if isJSON {
      let facts = places(of: problem) + facts
      print(json: Self.json(of: messages, exitCode: exitCode, facts))
    } else {
      let kind = errorStyle.warning("no:")
      Self.write(messages.map { $0.text(kind, style: errorStyle) }.joined(), to: 2)
    }
  }

  /// Returns `{"schema": 1, "error": {"code", "exit", "message", …}}` for the first message.
  /// Further messages follow under `also`, then the `facts`.
  static func json(
    of messages: [Message], exitCode: ExitCode, _ facts: [JSON.Member] = []
  ) -> JSON {
    var objects = messages.map { message -> JSON in
      let members: [JSON.Member] = [
        .init(name: "code", value: .string(message.code)),
        .init(name: "exit", value: .number(Int(exitCode.rawValue))),
        .init(name: "message", value: .string(message.headline)),
      ]
      return .object(members + message.members)
    }
    let first = objects.isEmpty ? JSON.null : objects.removeFirst()
    var members: [JSON.Member] = [
      .init(name: "schema", value: .number(1)), .init(name: "error", value: first),
    ]
    if !objects.isEmpty { members.append(.init(name: "also", value: .array(objects))) }
    return .object(members + facts)
  }

  /// Writes all of `text`, or stops if the descriptor cannot be written. This is for standard
  /// error, whose text only accompanies the work, so a failure does not end the work.
  static func write(_ text: String, to descriptor: Int32) {
    _ = StandardOutput.write(Array(Secrets.ofProcess.concealing(text).utf8), to: descriptor)
  }
}
