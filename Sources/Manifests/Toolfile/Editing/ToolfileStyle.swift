internal import TextSearch
internal import Vocabulary

/// The quotes and line endings of a Toolfile.
struct ToolfileStyle {
  /// The more frequent quote, or `"` if both are equally frequent.
  private var quote: Character
  /// The line ending of the first line, or LF if there is none.
  let newline: String

  /// The style of a new file.
  static let standard = ToolfileStyle(quote: "\"", newline: "\n")

  private init(quote: Character, newline: String) {
    self.quote = quote
    self.newline = newline
  }

  init(_ toolfile: Toolfile) {
    let bytes = toolfile.bytes
    let end = bytes.firstIndex(of: UInt8(ascii: "\n"))
    newline = end.map { $0 > 0 && bytes[$0 - 1] == UInt8(ascii: "\r") } ?? false ? "\r\n" : "\n"
    let quotes = toolfile.statements.flatMap(\.stringPositions).map { bytes[$0.offset] }
    let singleCount = quotes.count { $0 == UInt8(ascii: "'") }
    quote = singleCount > quotes.count - singleCount ? "'" : "\""
  }

  /// Returns the style with the quotes of a string at `offset`.
  func quoting(like offset: Int, in toolfile: Toolfile) -> ToolfileStyle {
    var style = self
    style.quote = toolfile.bytes[offset] == UInt8(ascii: "'") ? "'" : "\""
    return style
  }

  /// Returns the statement that declares a tool, without indentation and line ending.
  func statement(_ tool: NewTool) -> String {
    let values = [literal(tool.name.text)] + tool.requirement.texts.map(literal)
    let options = tool.options.map { "\($0.key): \(literal($0.value))" }
    return "tool " + (values + options).joined(separator: ", ")
  }

  /// Returns strings as arguments of a statement, separated by commas.
  func list(_ texts: [String]) -> String { texts.map(literal).joined(separator: ", ") }

  /// Returns a string in quotes.
  func literal(_ text: String) -> String {
    // In double quotes, Ruby would evaluate what follows.
    let quote: Character = text.contains("#{") ? "'" : quote
    var content = ""
    for character in text {
      switch character {
      case "\\", quote: content += "\\\(character)"
      case "\n": content += "\\n"
      case "\t": content += "\\t"
      default: content.append(character)
      }
    }
    return "\(quote)\(content)\(quote)"
  }

  private func literal(_ value: Toolfile.Value) -> String {
    switch value {
    case .string(let text): literal(text)
    case .symbol(let name): ":\(name)"
    case .integer, .boolean: value.description
    case .array(let values): "[" + values.map(literal).joined(separator: ", ") + "]"
    case .map(let entries):
      "{" + entries.map { "\($0.key): \(literal($0.value))" }.joined(separator: ", ") + "}"
    }
  }
}

extension ToolfileStatement {
  /// The positions of all strings of the statement and of its block.
  fileprivate var stringPositions: [SourcePosition] {
    arguments.flatMap(\.value.stringPositions) + (block ?? []).flatMap(\.stringPositions)
  }
}

extension ToolfileValue {
  fileprivate var stringPositions: [SourcePosition] {
    switch content {
    case .string: [position]
    case .symbol, .integer, .boolean: []
    case .array(let values): values.flatMap(\.stringPositions)
    case .map(let entries): entries.flatMap(\.value.stringPositions)
    }
  }
}
