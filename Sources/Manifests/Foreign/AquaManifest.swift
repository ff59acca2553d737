internal import Diagnostics
internal import Versions

/// The manifest of aqua, whose list `packages` has a version for each repository.
///
/// Reads the block style of YAML, in which these files are written.
enum AquaManifest {
  /// A line `- key: value`, or `key: value` below it.
  private struct Line {
    let number: Int
    let indentation: Int
    let isItem: Bool
    let key: String
    let value: String
    let text: String
  }

  /// An element of the list.
  private struct Item {
    let line: Int
    let text: String
    var values: [String: String] = [:]
  }

  static func statements(in text: SourceText) throws(SyntaxProblems) -> [ForeignStatement] {
    var statements: [ForeignStatement] = []
    var items: [Item] = []
    var section = ""
    for line in try lines(of: text) {
      if line.indentation == 0, !line.isItem {
        section = line.key
        if section != "packages" && section != "registries" {
          statements.append(
            ForeignStatement(line.text, line: line.number, .other(.noCounterpart(line.key))))
        } else if section == "packages", !["", "[]"].contains(line.value) {
          statements.append(ForeignStatement(line.text, line: line.number, .other(.notUnderstood)))
        }
      } else if section == "packages" {
        if line.isItem { items.append(Item(line: line.number, text: line.text)) }
        if items.isEmpty {
          statements.append(ForeignStatement(line.text, line: line.number, .other(.notUnderstood)))
        } else {
          items[items.count - 1].values[line.key] = line.value
        }
      }
    }
    let packages = items.map { ForeignStatement($0.text, line: $0.line, content(of: $0.values)) }
    return (statements + packages).sorted { $0.line < $1.line }
  }

  private static func content(of values: [String: String]) -> ForeignStatement.Content {
    guard let name = values["name"] else {
      return .other(values["import"] == nil ? .notUnderstood : .noCounterpart("import"))
    }
    // Packages of other registries can mean anything.
    if let registry = values["registry"], registry != "standard" {
      return .other(.noCounterpart("registry"))
    }
    let parts = name.split(separator: "@", maxSplits: 1).map(String.init)
    guard let package = parts.first, let version = parts.dropFirst().first ?? values["version"]
    else { return .other(.notUnderstood) }
    let repository = package.split(separator: "/", omittingEmptySubsequences: false)
    guard repository.count == 2, repository.allSatisfy({ !$0.isEmpty }) else {
      return .other(.noCounterpart(package))
    }
    let tool = String(repository[1])
    guard let requirement = Requirement(translatingRelease: version, of: tool) else {
      return .other(.requirement(version))
    }
    return .tool(
      ForeignTool(tool, requirement, package: .init(source: "github", name: package)))
  }

  // MARK: - Lines

  private static func lines(of text: SourceText) throws(SyntaxProblems) -> [Line] {
    var lines: [Line] = []
    var start = text.start
    var number = 0
    while start < text.bytes.count {
      let range = text.line(from: start)
      number += 1
      start = text.nextLine(after: range)
      if let line = try line(range, number: number, in: text) { lines.append(line) }
    }
    return lines
  }

  /// Reads a line, or returns `nil` for one without content.
  private static func line(
    _ range: Range<Int>, number: Int, in text: SourceText
  ) throws(SyntaxProblems) -> Line? {
    let bytes = text.bytes
    func fail(_ fault: SyntaxFault, at offset: Int) -> SyntaxProblems {
      SyntaxProblems(fault, at: text.origin(at: offset))
    }
    let first = bytes[range].firstIndex { $0 != UInt8(ascii: " ") } ?? range.upperBound
    guard first < range.upperBound, bytes[first] != UInt8(ascii: "#") else { return nil }
    if bytes[first] == UInt8(ascii: "\t") {
      throw fail(.controlCharacter(Unicode.Scalar(bytes[first])), at: first)
    }
    let content = text.string(first..<range.upperBound)
    if content == "---" || content == "..." { return nil }
    let isItem = content == "-" || content.hasPrefix("- ")
    let pair = isItem ? content.dropFirst(1).drop { $0 == " " } : content[...]
    guard let colon = pair.firstRange(of: ": ")?.lowerBound ?? pair.lastIndex(of: ":"),
      colon != pair.startIndex
    else {
      throw fail(
        .unexpected(found: .text(String(pair)), expected: .key),
        at: range.upperBound - pair.utf8.count)
    }
    let raw = pair[pair.index(after: colon)...].drop { $0 == " " }
    guard let value = scalar(raw) else {
      throw fail(.unterminatedString, at: range.upperBound - raw.utf8.count)
    }
    return Line(
      number: number, indentation: first - range.lowerBound, isItem: isItem,
      key: String(pair[..<colon]), value: value, text: String(withoutComment(content[...])))
  }

  /// Returns the value of a scalar on one line, or `nil` if its quote is not closed.
  private static func scalar(_ text: Substring) -> String? {
    guard let quote = text.first, quote == "\"" || quote == "'" else {
      return String(withoutComment(text))
    }
    let content = text.dropFirst()
    return content.firstIndex(of: quote).map { String(content[..<$0]) }
  }

  private static func withoutComment(_ text: Substring) -> Substring {
    var end = text.firstRange(of: " #")?.lowerBound ?? text.endIndex
    if text.first == "#" { end = text.startIndex }
    while end > text.startIndex, text[text.index(before: end)].isWhitespace {
      end = text.index(before: end)
    }
    return text[..<end]
  }
}
