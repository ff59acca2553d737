/// What the statements that define a table mean: its columns with their rules, its keys, and its
/// indexes. Two tables with the same shape accept the same objects, whatever the spelling, the
/// order, and the defaults of their columns, which depend on how a migration made the table.
struct SchemaShape {
  /// The columns, constraints, indexes, and triggers, each as normalized SQL text.
  private(set) var parts: Set<String> = []

  /// Creates the shape of a table from the statements in `sqlite_schema`.
  init(_ statements: some Sequence<String>) {
    for statement in statements {
      let tokens = SQLTokens(statement).withoutDefaults
      switch tokens.dropFirst().first {
      case "table": insertParts(ofTable: tokens)
      case "index", "unique": insertIndex(tokens)
      default: parts.insert(tokens.joined(separator: " "))
      }
    }
  }

  /// Adds the elements of the list in parentheses, and each option that follows the list.
  private mutating func insertParts(ofTable tokens: [String]) {
    guard let start = tokens.firstIndex(of: "(") else { return }
    var part: [String] = []
    var depth = 1
    for token in tokens[(start + 1)...] {
      if token == "(" { depth += 1 }
      if token == ")" { depth -= 1 }
      guard token == "," && depth <= 1 || token == ")" && depth == 0 else {
        part.append(token)
        continue
      }
      parts.insert(part.joined(separator: " "))
      part = []
    }
    // An older SQLite creates the tables without this option.
    if !part.isEmpty && part != ["strict"] { parts.insert(part.joined(separator: " ")) }
  }

  /// Adds an index without its name, which no statement uses.
  private mutating func insertIndex(_ tokens: [String]) {
    guard let on = tokens.firstIndex(of: "on") else { return }
    let kind = tokens[1] == "unique" ? "unique index" : "index"
    parts.insert(kind + " " + tokens[on...].joined(separator: " "))
  }
}

/// The tokens of an SQL text. Words and quoted names are in lowercase, because SQLite ignores the
/// case of both, and a quoted name has no quotation marks.
private struct SQLTokens {
  private let scalars: [Unicode.Scalar]
  private var position = 0
  private var tokens: [String] = []

  init(_ text: String) {
    scalars = Array(text.unicodeScalars)
    while position < scalars.count { readToken() }
  }

  /// The tokens without the clauses `DEFAULT …`, which affect no statement of the store.
  var withoutDefaults: [String] {
    var kept: [String] = []
    var index = 0
    while index < tokens.count {
      guard tokens[index] == "default" else {
        kept.append(tokens[index])
        index += 1
        continue
      }
      index += 1
      if index < tokens.count, tokens[index] == "+" || tokens[index] == "-" { index += 1 }
      var depth = 0
      repeat {
        guard index < tokens.count else { break }
        if tokens[index] == "(" { depth += 1 }
        if tokens[index] == ")" { depth -= 1 }
        index += 1
      } while depth > 0
    }
    return kept
  }

  private mutating func readToken() {
    let scalar = scalars[position]
    switch scalar {
    case " ", "\n", "\t", "\r": position += 1
    case "'": tokens.append("'\(quoted(until: "'"))'")
    case "\"", "`": tokens.append(quoted(until: scalar).lowercased())
    case "[": tokens.append(quoted(until: "]").lowercased())
    case _ where Self.isPartOfWord(scalar):
      var word = String.UnicodeScalarView()
      while position < scalars.count, Self.isPartOfWord(scalars[position]) {
        word.append(scalars[position])
        position += 1
      }
      tokens.append(String(word).lowercased())
    default:
      tokens.append(String(scalar))
      position += 1
    }
  }

  /// Reads a quoted text, which begins at the current position, and returns it without the
  /// quotation marks. A doubled mark stands for a single one.
  private mutating func quoted(until mark: Unicode.Scalar) -> String {
    var content = String.UnicodeScalarView()
    position += 1
    while position < scalars.count {
      let scalar = scalars[position]
      position += 1
      if scalar == mark {
        guard position < scalars.count, scalars[position] == mark else { break }
        position += 1
      }
      content.append(scalar)
    }
    return String(content)
  }

  /// Whether a scalar belongs to a word or number: a letter, a digit, or one of `_`, `.`, and `$`.
  private static func isPartOfWord(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "_", ".", "$": true
    default: scalar.value >= 0x80
    }
  }
}
