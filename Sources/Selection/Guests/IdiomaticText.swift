package import Diagnostics
package import Versions

/// The lines of other version managers' files: versions of a single tool, or one line for each tool
/// as in asdf's `.tool-versions`.
package enum IdiomaticText {
  /// A line that pins a tool.
  package struct Entry: Equatable {
    /// What the words mean.
    package enum Meaning: Equatable {
      /// Each word is a version. They are alternatives, the preferred one first.
      case alternatives
      /// The only word is a requirement. It selects the newest version that satisfies it.
      case requirement(Requirement)
      /// Another file in the same folder states the version.
      case file(String)
      /// The line cannot be followed, for this reason.
      case none(PassedOverPin.Reason)
    }

    /// The name of the tool, as the other version manager calls it. It may be the name of no tool.
    package let tool: String
    /// The words after the name, as written.
    package let words: [String]
    /// The line number, counted from 1.
    package let line: Int
    package let meaning: Meaning

    /// Creates an entry.
    init(tool: String, words: [String], line: Int, _ meaning: Meaning = .alternatives) {
      self.tool = tool
      self.words = words
      self.line = line
      self.meaning = meaning
    }
  }

  /// A reason that a whole file is passed over.
  enum Fault: Error, Equatable {
    case utf16
    case notText
    case conflictMarkers(line: Int)

    var reason: PassedOverPin.Reason {
      switch self {
      case .utf16: .utf16
      case .notText: .notText
      case .conflictMarkers: .conflictMarkers
      }
    }
  }

  /// Returns the reason to pass over a file with this text, or `nil` if there is none.
  ///
  /// Which side of a merge conflict is right, only its author knows.
  static func fault(in bytes: [UInt8]) -> Fault? {
    let isText = bytes.withSpan { UTF8Check.firstFault(in: $0) == nil }
    if !isText {
      let isUTF16 =
        bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
        || bytes.prefix(4).count { $0 == 0 } == 2
      return isUTF16 ? .utf16 : .notText
    }
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let conflict = lines.firstIndex { line in
      ["<<<<<<<", ">>>>>>>"].contains { line.starts(with: $0.utf8) }
    }
    return conflict.map { .conflictMarkers(line: $0 + 1) }
  }

  /// Returns the entries of a file, in the order of its lines.
  ///
  /// - Parameters:
  ///   - bytes: The text of the file, with or without a byte order mark.
  ///   - file: The kind of file.
  package static func entries(in bytes: [UInt8], of file: IdiomaticFile) -> [Entry] {
    switch file.form {
    case .words: lines(of: bytes, file)
    case .gemfile: GemfileRuby.entries(in: bytes)
    case .rustToolchain: RustToolchain.entries(in: bytes) ?? lines(of: bytes, file)
    }
  }

  /// Returns whether a file with this text speaks for its tool at all.
  static func mayHaveEntries(in bytes: [UInt8], of file: IdiomaticFile) -> Bool {
    file.onlyPins || GemfileRuby.isStated(in: bytes)
  }

  /// Returns whether a word is an alias whose version changes with time, such as `lts/*`, `stable`,
  /// and `nightly-2025-01-31`.
  package static func isAlias(_ word: String) -> Bool {
    let aliases = [
      "lts", "node", "stable", "unstable", "beta", "nightly", "latest", "current",
      "default", "*",
    ]
    let prefixes = ["lts/", "lts-", "latest:", "stable-", "beta-", "nightly-"]
    return aliases.contains(word) || prefixes.contains { word.hasPrefix($0) }
  }

  /// Returns the entries of lines of words, without comments.
  private static func lines(of bytes: [UInt8], _ file: IdiomaticFile) -> [Entry] {
    var entries: [Entry] = []
    let text = bytes.starts(with: "\u{FEFF}".utf8) ? bytes.dropFirst(3) : bytes[...]
    let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      var words = line.prefix { $0 != UInt8(ascii: "#") }
        .split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: "\r") }
        .map { String(decoding: $0, as: UTF8.self) }
      if words.isEmpty { continue }
      let tool = file.tool?.description ?? words.removeFirst()
      entries.append(Entry(tool: tool, words: words, line: index + 1))
    }
    return entries
  }
}
