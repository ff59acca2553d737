/// What is typed in a sandbox and what comes of it, as a text that a person can read and a test can do again.
///
/// ```
/// # A tool that nothing pins is looked for further down PATH, and refused when it is not there.
///
/// --- file .tool-version
/// ruff 0.17.5
/// --- run bootstrap exec ninja --version
/// --- exit 127
/// --- error
/// error: …
/// ```
/// A section begins with `---` and a word; its body is the lines up to the next, without the last newline. Doing a transcript gives
/// the same text with what really happened in the sections that expect something, so one comparison judges all.
///
/// Sections that do something:
/// - `file PATH [MODE]`, `bytes PATH` (with `\0`, `\xHH` and `\\`), `link PATH TARGET`, `folder PATH [MODE]`, `remove PATH`, `damage PATH` takes
///   what installations below it contain
/// - `edit PATH` with a line `TEXT => OTHER` for each text that is replaced everywhere (`\n` in it), `cut PATH N` to its first N lines,
///   `large PATH N` for N megabytes of comments
/// - `variable NAME VALUE` for what is run from there on
/// - `index`: a wheel a line, see ``SampleIndex``
/// - `tools PATH`: a folder for a directory source, see ``SampleFolder``
/// - `run WORDS`, with `'…'` around a word that has spaces; `in DIR: WORDS` runs below the project
///
/// Sections that expect something:
/// - after a run `exit N` (left out for 0; `exit not found` where PATH has no such program), `output`, `error` (left out when empty)
/// - `contents PATH`, `tree PATH`, `requests` (all of the index since the last such section)
struct Transcript: Sendable {
  struct Section: Sendable {
    /// The rest of the line after `---`.
    var head: String
    var body: [String]

    init(_ head: String, _ body: [String] = []) {
      self.head = head
      self.body = body
    }

    /// A body out of a text that ends with a newline, or lacks it visibly.
    init(_ head: String, text: String) {
      self.head = head
      body = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      if body.last == "" { body.removeLast() } else { body.append("\\ no newline at the end") }
    }

    var word: String { String(head.prefix { $0 != " " }) }

    /// What follows the word.
    var argument: String { String(head.dropFirst(word.count).drop { $0 == " " }) }

    var arguments: [String] { argument.split(separator: " ").map(String.init) }
  }

  /// The lines before the first section: what is shown, in a sentence or two.
  var title: [String]
  var sections: [Section]

  init(parsing text: String) {
    title = []
    sections = []
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
    if lines.last == "" { lines.removeLast() }
    for line in lines {
      if line.hasPrefix("--- ") {
        sections.append(Section(String(line.dropFirst(4))))
      } else if sections.isEmpty {
        title.append(String(line))
      } else {
        sections[sections.count - 1].body.append(String(line))
      }
    }
  }

  var text: String {
    (title + sections.flatMap { ["--- " + $0.head] + $0.body }).map { $0 + "\n" }.joined()
  }

  /// The words of a command line, with `'…'` around those that have spaces.
  static func words(of line: String) -> [String] {
    var words: [String] = []
    var word: String?
    var isQuoted = false
    for character in line {
      if character == "'" {
        isQuoted.toggle()
        word = word ?? ""
      } else if character == " ", !isQuoted {
        if let finished = word { words.append(finished) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    return words + (word.map { [$0] } ?? [])
  }

  /// The bytes that lines with `\0`, `\xHH`, `\n` and `\\` stand for.
  static func bytes(of lines: [String]) -> [UInt8] {
    var result: [UInt8] = []
    var rest = Array(lines.joined(separator: "\n").utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\"), let kind = rest.popFirst() else {
        result.append(byte)
        continue
      }
      switch kind {
      case UInt8(ascii: "0"): result.append(0)
      case UInt8(ascii: "n"): result.append(0x0A)
      case UInt8(ascii: "x"):
        result.append(UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) ?? 0)
        rest = rest.dropFirst(2)
      default: result.append(kind)
      }
    }
    return result
  }
}
