/// Commands that run in a sandbox and their effects, as text that people can read and tests can
/// replay.
///
/// ```
/// # A tool that nothing pins is searched for farther down PATH, and reported if it is missing.
///
/// --- file .tool-version
/// ruff 0.17.5
/// --- run bootstrap exec ninja --version
/// --- exit 127
/// --- error
/// error: …
/// ```
/// A section begins with `---` and a keyword. Its body is the lines up to the next section, without
/// the last newline. Performing a transcript returns the same text, with the actual results in the
/// sections that contain expected results, so that a single comparison checks all of them.
///
/// Sections with actions:
/// - `file PATH [MODE]`: writes a text file, with the octal permissions MODE
/// - `bytes PATH [MODE]`: writes a file with the escapes `\0`, `\xHH`, `\n`, and `\\`
/// - `link PATH TARGET`, `folder PATH [MODE]`: creates a link or a folder
/// - `give PATH`: gives an entry to another user, which only root can do
/// - `remove PATH`: removes an entry with its contents
/// - `damage PATH`: removes the contents of the installations below PATH
/// - `edit PATH`: each line `TEXT => OTHER` replaces all occurrences of TEXT (`\n` in
///   OTHER is a newline)
/// - `cut PATH N`: keeps the first N lines
/// - `large PATH N`: writes N megabytes of comments
/// - `variable NAME VALUE`: sets a variable for all later commands; without VALUE, to nothing
/// - `vanished FOLDER DAYS`: records that a missing project has been missing for so long
/// - `disk FOLDER PATH`: records that the file system of a project was mounted at PATH
/// - `used PATH DAYS`: sets the last use of the installations below PATH
/// - `index`: publishes wheels, one per line (see ``SampleIndex``)
/// - `root PATH`: writes the attestation root that vouches for the signers of the index
/// - `gems`: publishes gems, one per line (see ``SampleGemIndex``)
/// - `tools PATH`: writes a folder for a directory source (see ``SampleFolder``)
/// - `policy [MODE]`: writes the machine's policy, with the octal permissions MODE. Later commands
///   find it in `/etc/bootstrap`, a copy of `$SANDBOX/etc/bootstrap`. Only root can do this.
/// - `run WORDS`: runs a command, with `'…'` around words that contain spaces
/// - `in DIR: WORDS`: runs a command in a folder of the project
///
/// After an `index` or `gems` section, `$INDEX` in these sections is the address of its server, and
/// `$MINISIGN_KEY` is the public key of its signatures.
///
/// Sections with expected results:
/// - after a run: `exit N` (omitted for 0; `exit not found` if PATH has no such program),
///   `output` and `error` (omitted if empty)
/// - after the results of a failure: `unhelpful REASON`, if the advice of its message cannot help
///   in the sandbox
/// - `contents PATH` (the text of a file), `tree PATH` (the entries below a folder), and
///   `requests` (all requests to the index since the last such section)
struct Transcript: Sendable {
  /// One section: a line that begins with `---`, and the lines up to the next.
  struct Section: Sendable {
    /// The rest of the line after `---`.
    var head: String
    /// The lines up to the next section.
    var body: [String]

    /// Creates a section.
    init(_ head: String, _ body: [String] = []) {
      self.head = head
      self.body = body
    }

    /// Creates a section whose body is the lines of `text`. If `text` lacks the final newline, an
    /// additional line states that.
    init(_ head: String, text: String) {
      self.head = head
      body = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      if body.last == "" { body.removeLast() } else { body.append("\\ no newline at the end") }
    }

    /// Returns the section with all occurrences of `text` replaced.
    func replacing(_ text: String, with other: String) -> Section {
      Section(
        head.replacing(text, with: other), body.map { $0.replacing(text, with: other) })
    }

    /// The keyword of the section, such as `file`.
    var word: String { String(head.prefix { $0 != " " }) }

    /// The rest of the head after ``word``.
    var argument: String { String(head.dropFirst(word.count).drop { $0 == " " }) }

    /// The words of ``argument``.
    var arguments: [String] { argument.split(separator: " ").map(String.init) }
  }

  /// The lines before the first section, which state the purpose of the transcript in a
  /// sentence or two.
  var title: [String]
  var sections: [Section]

  /// Creates a transcript without a title.
  init(sections: [Section]) {
    title = []
    self.sections = sections
  }

  /// Parses a transcript. Unknown sections are rejected only when they are performed.
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

  /// The transcript as text.
  var text: String {
    (title + sections.flatMap { ["--- " + $0.head] + $0.body }).map { $0 + "\n" }.joined()
  }

  /// Splits a command line into words. `'…'` encloses words that contain spaces.
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

  /// Returns the bytes of `lines`, with the escapes `\0`, `\xHH`, `\n`, and `\\` replaced.
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
