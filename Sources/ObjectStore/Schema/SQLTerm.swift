/// An SQL expression as a tree. ``SQLText`` renders its values as bound parameters or as literals.
indirect enum SQLTerm: Sendable {
  /// A comparison operator. The raw value is its SQL text.
  enum Comparison: String, Sendable {
    case equal = " = "
    case notEqual = " <> "
    case less = " < "
    case atMost = " <= "
    case greater = " > "
    case atLeast = " >= "
    /// Equality with `nil` as a value like any other.
    case same = " IS "
    /// Inequality with `nil` as a value like any other.
    case notSame = " IS NOT "
  }

  /// An operator of arithmetic or concatenation. The raw value is its SQL text.
  enum Arithmetic: String, Sendable {
    case plus = " + "
    case minus = " - "
    case times = " * "
    case divided = " / "
    case concatenated = " || "
  }

  /// The property at this offset of the struct, in the table of the innermost query.
  case property(Int)
  case value(StoredValue)
  case compare(SQLTerm, Comparison, SQLTerm)
  case between(SQLTerm, SQLTerm, SQLTerm)
  case isIn(SQLTerm, [StoredValue])
  case isNull(SQLTerm)
  /// The condition that all of the terms hold.
  case every([SQLTerm])
  /// The condition that at least one of the terms holds.
  case any([SQLTerm])
  case not(SQLTerm)
  case arithmetic(SQLTerm, Arithmetic, SQLTerm)
  case function(String, [SQLTerm])
  /// An SQL row value: several values that are compared as one, from left to right.
  case row([SQLTerm])
  case cases([Branch], otherwise: SQLTerm)
  /// The condition that a reference is one of the identities that the query selects.
  case isRelated(SQLTerm, Subquery)
  /// An aggregate over the objects of another entity that refer to the outer object: the name of
  /// the function, its argument (`nil` to count objects), and the query.
  case correlated(String, SQLTerm?, Subquery)
  case exists(Subquery)
  /// The value that an `INSERT … ON CONFLICT` would have inserted for the property at this
  /// offset.
  case excluded(Int)
  /// A term that is nested too deeply or has too many parts. A statement that contains it throws
  /// ``StoreError/tooComplex``.
  case tooComplex

  /// A `WHEN … THEN …` branch of a `CASE` expression.
  struct Branch: Sendable {
    let condition: SQLTerm
    let result: SQLTerm
  }
}

/// A query inside a predicate, over the objects of another entity.
struct Subquery: Sendable {
  /// The entity whose objects the query selects.
  let target: any Entity.Type
  /// The offset of the target's property that refers to the outer object, or `nil` if the query
  /// does not depend on the outer object.
  let reference: Int?
  /// The condition on the target's objects, or `nil` for all of them.
  let condition: SQLTerm?
}

extension SQLTerm {
  /// Returns the expression with its properties replaced by the terms assigned to them. For
  /// example, with `pages + 1` assigned to `pages`, the rule `pages < 9` becomes `pages + 1 < 9`, a
  /// condition on the value that an update would write. Subqueries refer to other objects and stay
  /// unchanged.
  func substituting(_ assigned: [Int: SQLTerm]) -> SQLTerm {
    func apply(_ term: SQLTerm) -> SQLTerm { term.substituting(assigned) }
    return switch self {
    case .property(let offset): assigned[offset] ?? self
    case .value, .exists, .excluded, .tooComplex: self
    case .compare(let left, let comparison, let right):
      .compare(apply(left), comparison, apply(right))
    case .between(let term, let low, let high): .between(apply(term), apply(low), apply(high))
    case .isIn(let term, let values): .isIn(apply(term), values)
    case .isNull(let term): .isNull(apply(term))
    case .every(let terms): .every(terms.map(apply))
    case .any(let terms): .any(terms.map(apply))
    case .not(let term): .not(apply(term))
    case .arithmetic(let left, let sign, let right): .arithmetic(apply(left), sign, apply(right))
    case .function(let name, let terms): .function(name, terms.map(apply))
    case .row(let terms): .row(terms.map(apply))
    case .cases(let branches, let otherwise):
      .cases(
        branches.map { Branch(condition: apply($0.condition), result: apply($0.result)) },
        otherwise: apply(otherwise))
    case .isRelated(let term, let query): .isRelated(apply(term), query)
    case .correlated: self
    }
  }
}
