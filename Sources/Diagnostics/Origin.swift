/// The place that requested something, to which a message points.
package enum Origin: Hashable, Sendable {
  /// A place in a file. `line` and `column` count from 1, `column` in characters. If `column`
  /// is `nil`, the origin is the whole line; if `line` is `nil`, the whole file.
  case file(path: String, line: Int?, column: Int?)
  /// An environment variable.
  case variable(String)
  /// The command line.
  case commandLine
  /// Another tool that needs the requested one.
  case tool(name: String, version: String)

  /// Returns a place in the file at `path`, the whole file by default.
  package static func file(_ path: String, line: Int? = nil, column: Int? = nil) -> Origin {
    .file(path: path, line: line, column: column)
  }
}

extension Origin {
  /// The whole line, if the origin is a place in a file; otherwise the origin itself.
  package var withoutColumn: Origin {
    if case .file(let path, let line, _) = self { .file(path, line: line) } else { self }
  }

  /// The path of the file; `nil` if the origin is not a file.
  package var path: String? {
    if case .file(let path, _, _) = self { path } else { nil }
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
