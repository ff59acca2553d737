internal import Diagnostics
internal import Manifests

/// The sections of a TOML file: its tables, each with its own entries.
struct TOMLSections {
  /// A table with its header. The first section of a file is outside of any header.
  struct Section {
    /// The keys in the header. Empty outside of any.
    let path: [String]
    /// The line that opens the table, or `nil` outside of any.
    let header: TOMLEntries.Entry?
    /// The keys with their values. Their paths begin with ``path``.
    var entries: [TOMLEntries.Entry] = []
  }

  private(set) var sections = [Section(path: [], header: nil)]

  /// Reads a text.
  ///
  /// - Throws: ``SyntaxProblems`` if it is not TOML.
  init(_ text: SourceText) throws(SyntaxProblems) {
    for entry in try TOMLEntries(text).entries {
      if entry.value == nil {
        sections.append(Section(path: entry.path, header: entry))
      } else {
        sections[sections.count - 1].entries.append(entry)
      }
    }
  }
}

extension TOMLEntries.Entry {
  /// The first line of the entry.
  var firstLine: String {
    text.split(whereSeparator: \.isNewline).first.map(String.init) ?? text
  }

  /// The text of the value if it is a string, or of the member `version` of a table.
  var version: String? { value?.version }

  /// Returns the statement that leaves the entry out.
  func statement(_ reason: ImportRemark.Reason) -> ForeignStatement {
    ForeignStatement(firstLine, line: line, .other(reason))
  }
}

extension TOMLEntries.Value {
  /// The text of a string, or of the member `version` of a table. `nil` for any other value.
  var version: String? {
    switch self {
    case .string(let text): return text
    case .table(let members):
      guard case .string(let text)? = members.first(where: { $0.key == ["version"] })?.value else {
        return nil
      }
      return text
    case .array, .other: return nil
    }
  }
}
