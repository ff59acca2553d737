internal import Diagnostics
internal import Manifests
internal import TextSearch
internal import Versions
internal import Vocabulary

/// The manifest of aqua, whose list `packages` has a version for each repository.
///
/// Reads the block style of YAML, in which these files are written.
enum AquaManifest {
  /// A line `- key: value`, or `key: value` below it.
  private struct Line {
    let number: Int
    let indentation: Int
    let isItem: Bool
    /// The column of the key, which is after the dash of an item.
    let keyColumn: Int
    /// The key, or an empty string if the line is an item without one.
    let key: String
    let value: String
    let text: String
  }

  /// An element of a list.
  private struct Item {
    let section: String
    let line: Int
    let text: String
    let indentation: Int
    let keyColumn: Int
    var values: [String: String] = [:]

    /// Creates an element that begins with a line.
    init(_ line: Line, in section: String) {
      self.section = section
      self.line = line.number
      text = line.text
      indentation = line.indentation
      keyColumn = line.keyColumn
    }
  }

  /// The sections that are lists.
  private static let lists: Set = ["packages", "registries"]
  /// The keys of a package that are taken over, or only say what it is.
  private static let knownKeys: Set = ["", "name", "version", "registry", "description", "link"]

  static func statements(in text: SourceText) throws(SyntaxProblems) -> [ForeignStatement] {
    var statements: [ForeignStatement] = []
    var items: [Item] = []
    var section = ""
    for line in try lines(of: text) {
      if line.indentation == 0, !line.isItem {
        section = line.key
        if !lists.contains(section) {
          statements.append(
            ForeignStatement(line.text, line: line.number, .other(.noCounterpart(line.key))))
        } else if !["", "[]"].contains(line.value) {
          statements.append(ForeignStatement(line.text, line: line.number, .other(.notUnderstood)))
        }
      } else if lists.contains(section) {
        let last = items.last { $0.section == section }
        if line.isItem, line.indentation <= last?.indentation ?? .max {
          items.append(Item(line, in: section))
        }
        if items.last?.section != section {
          statements.append(ForeignStatement(line.text, line: line.number, .other(.notUnderstood)))
        } else if line.keyColumn <= items[items.count - 1].keyColumn {
          items[items.count - 1].values[line.key] = line.value
        }
      }
    }
    statements += items.compactMap { item in
      content(of: item).map { ForeignStatement(item.text, line: item.line, $0) }
    }
    return statements.sorted { $0.line < $1.line }
  }

  private static func content(of item: Item) -> ForeignStatement.Content? {
    if item.section == "packages" { return content(of: item.values) }
    guard let type = item.values["type"] else { return .other(.notUnderstood) }
    return type == "standard" ? nil : .other(.noCounterpart("type: \(type)"))
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
    else {
      let other = ["version_expr", "go_version_file"].first { values[$0] != nil }
      return .other(other.map { .noCounterpart($0) } ?? .notUnderstood)
    }
    let repository = package.split(separator: "/", omittingEmptySubsequences: false)
    guard repository.count == 2, repository.allSatisfy({ !$0.isEmpty }) else {
      return .other(.noCounterpart(package))
    }
    let tool = String(repository[1])
    guard let requirement = Requirement(translatingRelease: version, of: tool, bare: .exact)
    else {
      return .other(.requirement(version))
    }
    let others = values.keys.filter { !knownKeys.contains($0) }.sorted()
    return .tool(
      ForeignTool(
        tool, requirement, package: .init(source: "github", name: package),
        remarks: others.isEmpty ? [] : [.options(others)]))
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
      if isItem {
        return Line(
          number: number, indentation: first - range.lowerBound, isItem: true,
          keyColumn: range.count - pair.utf8.count, key: "", value: "",
          text: String(withoutComment(content[...])))
      }
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
      keyColumn: range.count - pair.utf8.count, key: String(pair[..<colon]), value: value,
      text: String(withoutComment(content[...])))
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
