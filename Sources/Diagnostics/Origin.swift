/// What asked for something: the place that a message points to.
package enum Origin: Hashable, Sendable {
  /// A place in a file: `line` and `column` count from 1, the column in characters. nil column: the whole line; nil line: the file.
  case file(path: String, line: Int?, column: Int?)
  /// An environment variable.
  case variable(String)
  /// What was typed.
  case commandLine
  /// Another tool that needs this one.
  case tool(name: String, version: String)

  package static func file(_ path: String, line: Int? = nil, column: Int? = nil) -> Origin {
    .file(path: path, line: line, column: column)
  }
}

extension Origin {
  package var withoutColumn: Origin {
    if case .file(let path, let line, _) = self { .file(path, line: line) } else { self }
  }

  /// The file. nil for what is in none.
  package var path: String? {
    if case .file(let path, _, _) = self { path } else { nil }
  }
}

extension Origin: CustomStringConvertible {
  /// `Toolfile:9:1`, `BOOTSTRAP_RUFF_VERSION`, `the command line`, `fastlane@2.220`.
  package var description: String {
    switch self {
    case .file(let path, let line, let column):
      ([path] + [line, column].compactMap { $0 }.map(String.init)).joined(separator: ":")
    case .variable(let name): name
    case .commandLine: "the command line"
    case .tool(let name, let version): "\(name)@\(version)"
    }
  }
}
