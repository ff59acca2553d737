/// A term with the number of levels in it. Terms beyond a limit become ``SQLTerm/tooComplex``,
/// because every operation on a term is recursive, even its deallocation.
struct NestedTerm: Sendable {
  /// The maximum number of levels. SQLite's parser allows fewer for some terms.
  private static let maximumDepth = 50
  /// The maximum number of conditions joined by `&&` or by `||`.
  private static let maximumCount = 10_000

  let term: SQLTerm
  let depth: Int

  /// Creates a term from other terms. `parts` are those that may have further levels.
  init(_ term: SQLTerm, around parts: [NestedTerm]) {
    depth = 1 + (parts.map(\.depth).max() ?? 0)
    self.term = depth > Self.maximumDepth ? .tooComplex : term
  }

  private init(_ terms: [SQLTerm], depth: Int, _ join: ([SQLTerm]) -> SQLTerm) {
    self.depth = depth
    term =
      depth > Self.maximumDepth || terms.count > Self.maximumCount ? .tooComplex : join(terms)
  }

  /// Returns the condition that both terms hold. A chain of such conditions is a single level.
  static func both(_ left: NestedTerm, _ right: NestedTerm) -> NestedTerm {
    func parts(_ nested: NestedTerm) -> (terms: [SQLTerm], depth: Int) {
      if case .every(let terms) = nested.term { return (terms, nested.depth) }
      return ([nested.term], nested.depth + 1)
    }
    return join(left, right, parts, SQLTerm.every)
  }

  /// Returns the condition that one of the terms holds. A chain of such conditions is a single
  /// level.
  static func either(_ left: NestedTerm, _ right: NestedTerm) -> NestedTerm {
    func parts(_ nested: NestedTerm) -> (terms: [SQLTerm], depth: Int) {
      if case .any(let terms) = nested.term { return (terms, nested.depth) }
      return ([nested.term], nested.depth + 1)
    }
    return join(left, right, parts, SQLTerm.any)
  }

  /// Joins the parts of two terms. A term that is too complex remains so, and its parts are not
  /// collected again.
  private static func join(
    _ left: NestedTerm, _ right: NestedTerm,
    _ parts: (NestedTerm) -> (terms: [SQLTerm], depth: Int), _ join: ([SQLTerm]) -> SQLTerm
  ) -> NestedTerm {
    if case .tooComplex = left.term { return left }
    if case .tooComplex = right.term { return right }
    let (left, right) = (parts(left), parts(right))
    return NestedTerm(left.terms + right.terms, depth: max(left.depth, right.depth), join)
  }
}
