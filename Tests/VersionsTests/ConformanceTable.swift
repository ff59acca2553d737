import Corpora

/// A file of tab-separated rows from the conformance data.
struct ConformanceTable {
  /// The file name.
  let name: String

  /// The names of the columns. If the header line is a remark, its whole text is the only element.
  let columns: [String]

  /// The fields of each row. A field `\N` is `nil`.
  let rows: [[String?]]

  /// Returns all tables about versions. Empty if the data is missing.
  ///
  /// - Throws: A Foundation error if a file cannot be read.
  static func all() throws -> [ConformanceTable] {
    try Corpora.names(of: "versions").compactMap { name in
      let data = try Corpora.contents(of: "versions", name)
      return ConformanceTable(name: name, text: String(decoding: data, as: UTF8.self))
    }
  }

  /// Parses a table, or returns `nil` if the first line is not a header.
  private init?(name: String, text: String) {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: true)[...]
    guard let header = lines.popFirst(), header.hasPrefix("#") else { return nil }
    self.name = name
    self.columns = header.dropFirst().split(separator: "\t").map(String.init)
    self.rows = lines.map { line in
      line.split(separator: "\t", omittingEmptySubsequences: false).map(Self.unescaped)
    }
  }

  /// Returns the value of a field with escape sequences resolved, or `nil` for `\N`.
  private static func unescaped(_ field: Substring) -> String? {
    if field == "\\N" { return nil }
    var text = ""
    var rest = field[...]
    while let character = rest.popFirst() {
      guard character == "\\", let escaped = rest.popFirst() else {
        text.append(character)
        continue
      }
      switch escaped {
      case "t": text.append("\t")
      case "n": text.append("\n")
      case "r": text.append("\r")
      case "u":
        let scalar = UInt32(rest.prefix(4), radix: 16).flatMap(Unicode.Scalar.init)
        text.unicodeScalars.append(scalar ?? "\u{FFFD}")
        rest = rest.dropFirst(4)
      default: text.append(escaped)
      }
    }
    return text
  }

  /// Returns whether the names of the first columns start with these names.
  func hasColumns(_ names: String...) -> Bool {
    columns.count >= names.count && zip(columns, names).allSatisfy { $0.hasPrefix($1) }
  }
}
