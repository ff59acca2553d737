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

    /// Returns the part of the section in the table at `path`, whose entries are as in a file of
    /// their own, or `nil` if there is none.
    func below(_ path: [String]) -> Section? {
      let entries = entries.compactMap { $0.below(path) }
      let header = header?.below(path)
      if entries.isEmpty, header == nil { return nil }
      return Section(path: header?.path ?? [], header: header, entries: entries)
    }
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
  /// Returns the entry as in a file of its own for the table at `table`, or `nil` if it is
  /// elsewhere.
  fileprivate func below(_ table: [String]) -> TOMLEntries.Entry? {
    guard path.starts(with: table), path.count > table.count else { return nil }
    return .init(
      path: Array(path.dropFirst(table.count)), value: value, line: line, keyText: keyText)
  }

  /// The entry as messages show it: the line that opens a table, or the key with its version.
  var outline: String { value.map { "\(key) = \($0.outline)" } ?? key }

  /// The line that opens a table, or the key, as messages show them: without the values of the
  /// options in brackets, and without what is not a name.
  private var key: String {
    if path.allSatisfy(ForeignName.isName) { return keyText }
    let parts = (value == nil ? path : path.suffix(1)).map { part in
      let name = part.prefix { $0 != "[" }
      let shown = ForeignName.shown(name)
      return name.endIndex == part.endIndex ? shown : "\"\(shown)[…]\""
    }
    let text = parts.joined(separator: ".")
    return value == nil ? "[\(text)]" : text
  }

  /// The text of the value if it is a string, or of the member `version` of a table.
  var version: String? { value?.version }

  /// Returns the statement that leaves the entry out.
  func statement(_ reason: ImportRemark.Reason) -> ForeignStatement {
    ForeignStatement(key, line: line, .other(reason))
  }
}

extension TOMLEntries.Value {
  /// The value as messages show it: a version, or the versions in an array or table. Anything else
  /// may be a secret.
  var outline: String {
    switch self {
    case .string(let text): "\"\(ForeignName.shownVersion(text))\""
    case .array(let values): "[\(values.map(\.outline).joined(separator: ", "))]"
    case .table(let members):
      version.map { version in
        let rest = members.count > 1 ? ", …" : ""
        return "{ version = \"\(ForeignName.shownVersion(version))\"\(rest) }"
      } ?? "{ … }"
    case .other: "…"
    }
  }

  /// The strings in the value: one, those of an array, or none.
  var texts: [String] {
    switch self {
    case .string(let text): [text]
    case .array(let values): values.flatMap(\.texts)
    case .table, .other: []
    }
  }

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
