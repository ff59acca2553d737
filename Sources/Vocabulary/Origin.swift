/// The location of a request or a fault, as messages show it.
package enum Origin: Hashable, Sendable {
  /// A location in a file.
  ///
  /// - Parameters:
  ///   - path: The path of the file as messages show it.
  ///   - line: The line, from 1, or `nil` for the whole file.
  ///   - column: The column in characters, from 1, or `nil` for the whole line.
  case file(path: String, line: Int?, column: Int?)
  /// An environment variable.
  case variable(String)
  /// The command line.
  case commandLine
  /// Another tool, which needs the requested one.
  case tool(name: String, version: String)

  /// Returns a location in the file at `path`, which is the whole file by default.
  package static func file(_ path: String, line: Int? = nil, column: Int? = nil) -> Origin {
    .file(path: path, line: line, column: column)
  }
}

extension Origin {
  /// The origin without its column, if it has one.
  package var withoutColumn: Origin {
    if case .file(let path, let line, _) = self { .file(path, line: line) } else { self }
  }

  /// The path of the file, or `nil` if the origin is not a file.
  package var path: String? {
    if case .file(let path, _, _) = self { path } else { nil }
  }
}

extension Origin {
  /// The line number, or 0 if the origin is not a line of a file.
  package var line: Int {
    if case .file(_, let line?, _) = self { line } else { 0 }
  }
}

extension Origin: CustomStringConvertible {
  /// The origin as messages show it: `Toolfile:9:1`, `BOOTSTRAP_RUFF_VERSION`, `the command
  /// line`, or `fastlane@2.220`.
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
