extension SQLTerm {
  /// The direct subterms, without those in a subquery.
  private var operands: [SQLTerm] {
    switch self {
    case .property, .value, .exists, .excluded, .correlated, .tooComplex: []
    case .compare(let left, _, let right), .arithmetic(let left, _, let right): [left, right]
    case .between(let term, let low, let high): [term, low, high]
    case .isIn(let term, _), .isNull(let term), .not(let term),
      .isRelated(let term, _):
      [term]
    case .function(_, let terms), .row(let terms), .every(let terms), .any(let terms): terms
    case .cases(let branches, let otherwise):
      branches.flatMap { [$0.condition, $0.result] } + [otherwise]
    }
  }

  /// Whether the term contains arithmetic, outside of subqueries.
  var isArithmetic: Bool {
    if case .arithmetic = self { return true }
    return operands.contains(where: \.isArithmetic)
  }

  /// The subquery that this term contains directly, and the terms of the subquery.
  private var subquery: (Subquery, terms: [SQLTerm])? {
    switch self {
    case .isRelated(_, let query), .exists(let query):
      (query, [query.condition].compactMap(\.self))
    case .correlated(_, let argument, let query):
      (query, [argument, query.condition].compactMap(\.self))
    default: nil
    }
  }

  /// Returns whether the term contains the property at this offset, outside of subqueries.
  func mentions(_ offset: Int) -> Bool {
    if case .property(offset) = self { return true }
    return operands.contains { $0.mentions(offset) }
  }

  /// Returns whether the term contains a subquery, at any depth, whose table satisfies a condition.
  func containsSubquery(over isIncluded: (Table) -> Bool) -> Bool {
    if let (query, terms) = subquery {
      if isIncluded(query.target.table) { return true }
      if terms.contains(where: { $0.containsSubquery(over: isIncluded) }) { return true }
    }
    return operands.contains { $0.containsSubquery(over: isIncluded) }
  }

  /// Returns the names of the tables of all subqueries, among the entities of a model.
  func relatedTables(in model: Model) -> Set<String> {
    Set(model.tables.map(\.name).filter { name in containsSubquery { $0.name == name } })
  }
}
