package import Diagnostics
internal import Vocabulary

extension PassedOverPin {
  /// The file and line, and why it does not decide: `.nvmrc:1: no installed version answers `18``.
  package var sentence: String { visible("\(origin.withoutColumn): \(reason.sentence)") }
}

extension GuestRequest {
  /// The request and its origin: `node 20 (.nvmrc:1)`.
  var sentence: String {
    visible("\(tool) \(version) (\(origin))") + (isDefined ? "" : ", which no registry defines")
  }
}

extension PassedOverPin.Reason {
  /// The reason without a period.
  package var sentence: String {
    switch self {
    case .notInstalled([]): "no installed version answers it"
    case .notInstalled(let words): "no installed version answers \(Self.list(words))"
    case .noVersion([]): "it states no version"
    case .noVersion(let words):
      words.count == 1
        ? "\(Self.list(words)) is not the number of a version"
        : "none of \(Self.list(words)) is the number of a version"
    case .alias(let words):
      words.count == 1
        ? "\(Self.list(words)) is an alias; write the number of a version, such as `24`"
        : "\(Self.list(words)) are aliases; write the number of a version, such as `24`"
    case .otherImplementation(let name): "it asks for another implementation, \(literal(name))"
    case .notUnderstood(let text): "\(literal(text)) is not understood"
    case .missingFile(let name): "\(literal(name)) does not exist"
    case .system: "it leaves the tool to the system"
    case .undefined(let tool): "no registry defines \(literal(tool.text))"
    case .noTool(let text): "\(literal(text)) is not the name of a tool"
    case .conflictMarkers: "it has merge conflict markers"
    case .utf16: "it is in UTF-16, not in UTF-8"
    case .notText: "it is not UTF-8 text"
    case .turnedOff(let config): "turned off by `idiomatic` in \(config)"
    case .unreadable(let problem): problem.messages.first?.headline ?? "cannot be read"
    }
  }

  /// The name of the reason in JSON.
  package var code: String {
    switch self {
    case .notInstalled: "not-installed"
    case .noVersion: "no-version"
    case .alias: "alias"
    case .otherImplementation: "other-implementation"
    case .notUnderstood: "not-understood"
    case .missingFile: "missing-file"
    case .system: "system"
    case .undefined: "no-definition"
    case .noTool: "no-tool"
    case .conflictMarkers: "conflict-markers"
    case .utf16: "utf-16"
    case .notText: "not-text"
    case .turnedOff: "turned-off"
    case .unreadable: "unreadable"
    }
  }

  private static func list(_ words: [String]) -> String {
    words.map { literal($0) }.joined(separator: " or ")
  }
}
