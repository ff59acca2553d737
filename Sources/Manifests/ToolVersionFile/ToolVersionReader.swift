internal import Diagnostics
internal import Vocabulary

/// Parses a `.tool-version` file line by line, so that one error does not hide others.
struct ToolVersionReader {
  /// A pin and its byte ranges in the file.
  struct Entry {
    let pin: ToolPin
    /// The whole line, including its line feed.
    let line: Range<Int>
    /// The version alone, without the whitespace around it.
    let version: Range<Int>
  }

  private let text: SourceText
  /// The valid pins so far, in the order of the file.
  private(set) var entries: [Entry] = []
  private(set) var problems: [SyntaxProblem] = []
  /// The line number, from 1, where each tool is first pinned.
  private var lineOfTool: [ToolName: Int] = [:]

  /// The number of the current line, from 1.
  private var lineNumber = 0
  /// The byte range of the current line, without its line ending.
  private var line = 0..<0

  init(_ text: SourceText) { self.text = text }

  /// Reads all lines, or stops when the number of problems reaches ``SyntaxProblems/limit``.
  mutating func read() {
    var start = text.start
    while start < text.bytes.count, problems.count < SyntaxProblems.limit {
      lineNumber += 1
      line = text.line(from: start)
      let end = text.bytes[line.upperBound...].firstIndex(of: UInt8(ascii: "\n"))
      let next = end.map { $0 + 1 } ?? text.bytes.count
      readLine(with: start..<next)
      start = next
    }
  }

  /// Reads the current line. `fullLine` is its range including the line feed.
  private mutating func readLine(with fullLine: Range<Int>) {
    guard let name = word(after: line.lowerBound) else { return }
    let tool: ToolName? = checked(name, SyntaxFault.toolName)
    if let tool, let first = lineOfTool[tool] {
      report(.duplicateTool(tool, line: first), at: name)
    }
    guard let version = word(after: name.upperBound) else {
      // A line with an invalid name may not be meant as a pin, so only the name is reported.
      if let tool {
        report(.missingVersion(tool: tool), at: name.upperBound..<line.upperBound)
      }
      return
    }
    if isRange(version) {
      let rest = version.lowerBound..<endOfWords(from: version.upperBound)
      report(.rangeAsVersion(tool: text.string(name), text: text.string(rest)), at: version)
      return
    }
    let pinned = pinned(version)
    if let extra = word(after: version.upperBound) {
      report(.extraWord(text.string(extra)), at: extra)
    }
    guard let tool, let pinned, lineOfTool[tool] == nil else { return }
    lineOfTool[tool] = lineNumber
    let pin = ToolPin(tool: tool, version: pinned, origin: origin(at: name.lowerBound))
    entries.append(Entry(pin: pin, line: fullLine, version: version))
  }

  /// Returns the range of the next word on the line, or `nil` if the line ends or a comment begins.
  private func word(after offset: Int) -> Range<Int>? {
    let bytes = text.bytes[offset..<line.upperBound]
    guard let start = bytes.firstIndex(where: { !$0.isBlank }), bytes[start] != UInt8(ascii: "#")
    else { return nil }
    return start..<(bytes[start...].firstIndex(where: \.isBlank) ?? line.upperBound)
  }

  /// Returns the end of the last word before a comment or the end of the line.
  private func endOfWords(from offset: Int) -> Int {
    var end = offset
    while let word = word(after: end) { end = word.upperBound }
    return end
  }

  /// Returns whether the word may be a range or an alias such as `latest` or `lts`, rather than a
  /// version with a character that no version can contain.
  private func isRange(_ range: Range<Int>) -> Bool {
    let word = text.bytes[range]
    if let first = word.first, "=<>~^!*".utf8.contains(first) { return true }
    return word.starts(with: "latest:".utf8) || word.contains(UInt8(ascii: "*"))
      || VersionText.fault(in: text.bytes, range) == nil
        && PinnedVersion(text.bytes, range) == nil
  }

  /// Returns the pinned version, or reports the word's fault and returns `nil`.
  private mutating func pinned(_ range: Range<Int>) -> PinnedVersion? {
    if text.bytes[range].elementsEqual("system".utf8) { return .system }
    let version: VersionText? = checked(range, SyntaxFault.version)
    return (version?.withoutLetter).map(PinnedVersion.exact)
  }

  /// Returns the word as a name or version, or reports its fault and returns `nil`.
  private mutating func checked<Checked: ValidatedText>(
    _ range: Range<Int>, _ syntaxFault: (String, WordFault) -> SyntaxFault
  ) -> Checked? {
    guard let fault = Checked.fault(in: text.bytes, range) else {
      return Checked(text.bytes, range)
    }
    report(syntaxFault(text.string(range), fault), at: range)
    return nil
  }

  private mutating func report(_ fault: SyntaxFault, at range: Range<Int>) {
    problems.append(SyntaxProblem(fault, at: origin(at: range.lowerBound)))
  }

  private func origin(at offset: Int) -> Origin {
    let column = text.column(at: offset, lineStart: line.lowerBound)
    return .file(text.path, line: lineNumber, column: column)
  }
}
