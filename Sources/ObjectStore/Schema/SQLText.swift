/// The text of an SQL statement under construction, with the values to bind to it.
struct SQLText {
  /// The SQL text so far.
  private(set) var text = ""
  /// The values to bind, in the order of the parameters.
  private(set) var values: [StoredValue] = []
  /// Whether the statement contains a term that is too complex (``SQLTerm/tooComplex``).
  private(set) var isTooComplex = false

  /// Whether values become literals in the text, as in `CHECK` constraints and partial indexes.
  let isLiteral: Bool

  /// The scopes of the statement and its open subqueries, from the outermost to the innermost.
  private var scopes: [Scope]

  /// The table of a query. The properties in the query's terms are columns of this table.
  private struct Scope {
    let table: Table
    /// The qualifier of this table's columns, including the dot. Empty in the outermost scope.
    let prefix: String
  }

  /// Creates an empty text whose outermost scope is `table`.
  init(over table: Table, isLiteral: Bool = false) {
    scopes = [Scope(table: table, prefix: "")]
    self.isLiteral = isLiteral
  }

  /// The innermost scope.
  private var scope: Scope { scopes[scopes.count - 1] }

  /// Appends SQL text, which must not contain untrusted values.
  mutating func append(_ part: String) { text += part }

  /// Appends a value as a parameter or as a literal.
  mutating func append(value: StoredValue) {
    if isLiteral {
      text += value.literal
    } else {
      text += "?"
      values.append(value)
    }
  }

  /// Appends several SQL texts with a separator between them.
  mutating func append(_ parts: [String], separator: String) {
    text += parts.joined(separator: separator)
  }

  /// Appends a term without parentheses around it.
  mutating func append(_ term: SQLTerm) {
    switch term {
    case .property(let offset): text += scope.prefix + scope.table.column(at: offset).quotedName
    case .value(let value): append(value: value)
    case .compare(let left, let comparison, let right):
      append(left, comparison.rawValue, right)
    case .between(let term, let low, let high):
      append(term, " BETWEEN ", low)
      text += " AND "
      append(operand: high)
    case .isIn(let term, let values):
      append(operand: term)
      text += " IN ("
      append(list: values.map(SQLTerm.value))
      text += ")"
    case .isNull(let term):
      append(operand: term)
      text += " IS NULL"
    case .every(let terms): append(chain: terms[...], " AND ")
    case .any(let terms): append(chain: terms[...], " OR ")
    case .not(let term):
      // The negation of a condition that is NULL must be true, as `!(nil == 5)` is in Swift.
      append(operand: term)
      text += " IS NOT TRUE"
    case .arithmetic(let left, let symbol, let right): append(left, symbol.rawValue, right)
    case .function(let name, let arguments):
      text += name + "("
      append(list: arguments)
      text += ")"
    case .row(let terms):
      text += "("
      append(list: terms)
      text += ")"
    case .cases(let branches, let otherwise): append(branches, otherwise: otherwise)
    case .isRelated(let term, let query):
      append(operand: term)
      text += " IN (SELECT "
      append(query) { $0 + $1.columns[$1.identity].quotedName }
      text += ")"
    case .correlated(let function, let argument, let query):
      text += "(SELECT \(function)("
      append(query, selecting: argument ?? .value(.integer(1)), then: ")")
      text += ")"
    case .exists(let query):
      text += "EXISTS (SELECT "
      append(query) { _, _ in "1" }
      text += ")"
    case .excluded(let offset): text += "excluded." + scope.table.column(at: offset).quotedName
    case .tooComplex:
      isTooComplex = true
      text += "NULL"
    }
  }

  /// Appends terms joined by `AND` or `OR`. A long chain is halved, because SQLite's parser is
  /// recursive and would treat each further term as one more level.
  private mutating func append(chain terms: ArraySlice<SQLTerm>, _ symbol: String) {
    guard terms.count > 16 else {
      for (index, term) in terms.enumerated() {
        if index > 0 { text += symbol }
        append(operand: term)
      }
      return
    }
    let middle = terms.startIndex + terms.count / 2
    text += "("
    append(chain: terms[..<middle], symbol)
    text += ")\(symbol)("
    append(chain: terms[middle...], symbol)
    text += ")"
  }

  /// Appends two operands with an infix operator between them.
  private mutating func append(_ left: SQLTerm, _ symbol: String, _ right: SQLTerm) {
    append(operand: left)
    text += symbol
    append(operand: right)
  }

  /// Appends a term as an operand, in parentheses if it contains an operator.
  private mutating func append(operand term: SQLTerm) {
    switch term {
    case .property, .value, .function, .row, .excluded, .correlated, .tooComplex: append(term)
    default:
      text += "("
      append(term)
      text += ")"
    }
  }

  /// Appends terms, separated by commas.
  mutating func append(list terms: [SQLTerm]) {
    for (index, term) in terms.enumerated() {
      if index > 0 { text += ", " }
      append(term)
    }
  }

  /// Appends a `CASE` expression.
  private mutating func append(_ branches: [SQLTerm.Branch], otherwise: SQLTerm) {
    text += "CASE"
    for branch in branches {
      text += " WHEN "
      append(branch.condition)
      text += " THEN "
      append(branch.result)
    }
    text += " ELSE "
    append(otherwise)
    text += " END"
  }

  /// Appends the rest of a subquery after `SELECT`, starting with the result column.
  private mutating func append(_ query: Subquery, column: (_ prefix: String, Table) -> String) {
    let prefix = openScope(query)
    text += column(prefix, query.target.table)
    closeScope(query, prefix)
  }

  /// Appends the rest of a subquery after `SELECT function(`: the argument, the closing
  /// parenthesis, and the clauses.
  private mutating func append(_ query: Subquery, selecting term: SQLTerm, then closing: String) {
    let prefix = openScope(query)
    append(term)
    text += closing
    closeScope(query, prefix)
  }

  /// Opens the scope of a subquery and returns the qualifier of its columns, including the dot. The
  /// qualifier is an alias, so that a query can use the same table as the query around it.
  private mutating func openScope(_ query: Subquery) -> String {
    let prefix = "t\(scopes.count)."
    scopes.append(Scope(table: query.target.table, prefix: prefix))
    return prefix
  }

  /// Appends the `FROM` and `WHERE` clauses of the innermost scope and closes the scope.
  private mutating func closeScope(_ query: Subquery, _ prefix: String) {
    let inner = scope.table
    text += " FROM \(inner.quotedName) AS \(prefix.dropLast())"
    var keyword = " WHERE "
    if let reference = query.reference {
      let outer = scopes[scopes.count - 2]
      let qualifier = outer.prefix.isEmpty ? outer.table.quotedName + "." : outer.prefix
      text += keyword + prefix + inner.column(at: reference).quotedName
      text += " = " + qualifier + outer.table.columns[outer.table.identity].quotedName
      keyword = " AND "
    }
    if let condition = query.condition {
      text += keyword
      append(operand: condition)
    }
    scopes.removeLast()
  }
}

extension Entity {
  /// The table of the entity.
  static var table: Table { schema.table }
}
