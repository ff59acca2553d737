/// An object of a live result.
struct ResultRow<E: Entity>: Sendable {
  let object: E
  /// The values of the sort criteria that are not properties, in order.
  let computed: [StoredValue]

  /// Returns whether the row is the same as another one of the same object.
  func isSame(as other: ResultRow) -> Bool {
    let table = E.table
    return table.differences(between: object, and: other.object).isEmpty
      && table.versionNumber(of: object) == table.versionNumber(of: other.object)
      && computed == other.computed
  }
}
