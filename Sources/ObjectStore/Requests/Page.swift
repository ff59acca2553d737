/// One page of a fetch's objects, and the cursor for the next page.
package struct Page<E: Entity>: Sendable {
  /// The objects of the page, in the order of the fetch.
  package let objects: [E]

  /// The cursor for the next page, or `nil` if this page is not full and is therefore the last one.
  /// The page after a full page may be empty.
  package let next: Cursor?

  /// A position in the order of a fetch, directly after the last object of a page. If an index
  /// covers the order, each page takes the same time. With an offset instead of a cursor, SQLite
  /// would skip over all objects before the page.
  package struct Cursor: Sendable {
    /// The last object's values for the sort criteria.
    let values: [StoredValue]
  }
}

extension ReadAccess where Self: ~Copyable {
  /// Returns the page of a fetch's objects that follows a position in its order.
  ///
  /// - Parameters:
  ///   - fetch: The fetch, sorted by properties. Sorting by an expression is a programming error
  ///     and traps. Objects with equal values in all of these properties are sorted by identity.
  ///     The limit and the offset are ignored.
  ///   - cursor: The cursor of the previous page, or `nil` for the first page.
  ///   - size: The maximum number of objects, at least 1.
  package func page<E: Entity>(
    of fetch: FetchRequest<E>, after cursor: Page<E>.Cursor? = nil, size: Int
  ) throws(StoreError) -> Page<E> {
    var keys = fetch.order.map(PageKey.init)
    let identity = E.table.columns[E.table.identity]
    if !keys.contains(where: { $0.column.offset == identity.offset }) {
      keys.append(PageKey(column: identity, isDescending: keys.last?.isDescending ?? false))
    }
    var request = fetch
    request.offset = 0
    request.limit = size
    request.order = keys.map {
      Sort(term: .property($0.column.offset), isDescending: $0.isDescending)
    }
    if let cursor {
      let after = Filter<E>(PageKey.condition(keys[...], after: cursor.values[...]))
      request.predicate = request.predicate.map { $0 && after } ?? after
    }
    let objects = try self.fetch(request)
    guard objects.count == size, let last = objects.last else {
      return Page(objects: objects, next: nil)
    }
    return Page(objects: objects, next: Page.Cursor(values: keys.map { $0.column.value(in: last) }))
  }
}

/// A sort criterion for pages: a column and a direction.
private struct PageKey {
  let column: Column
  let isDescending: Bool
}

extension PageKey {
  /// Creates the key for a sort criterion. Traps if it sorts by an expression.
  init<E: Entity>(_ sort: Sort<E>) {
    guard case .property(let offset) = sort.term else {
      preconditionFailure("pages are sorted by properties")
    }
    self.init(column: E.table.column(at: offset), isDescending: sort.isDescending)
  }

  /// Returns the condition that an object comes after the one with these values. The first key in
  /// which the two differ determines their order.
  static func condition(
    _ keys: ArraySlice<PageKey>, after values: ArraySlice<StoredValue>
  ) -> SQLTerm {
    if let row = rowComparison(keys, values) { return row }
    guard let key = keys.first, let value = values.first else { return .value(.integer(0)) }
    let isAfter = key.isAfter(value)
    guard keys.count > 1 else { return isAfter ?? .value(.integer(0)) }
    let isEqual = SQLTerm.compare(.property(key.column.offset), .same, .value(value))
    let later = SQLTerm.every([isEqual, condition(keys.dropFirst(), after: values.dropFirst())])
    return isAfter.map { .any([$0, later]) } ?? later
  }

  /// Returns a comparison of row values, such as `(a, b) > (1, 2)`, for which SQLite can use an
  /// index, or `nil` if the keys have different directions or one of them is optional.
  private static func rowComparison(
    _ keys: ArraySlice<PageKey>, _ values: ArraySlice<StoredValue>
  ) -> SQLTerm? {
    guard let first = keys.first,
      keys.allSatisfy({ $0.isDescending == first.isDescending && !$0.column.isOptional })
    else { return nil }
    return .compare(
      .row(keys.map { .property($0.column.offset) }), first.isDescending ? .less : .greater,
      .row(values.map(SQLTerm.value)))
  }

  /// Returns the condition that an object's value comes after this one, or `nil` if no value can
  /// come after it. SQLite sorts NULL before every other value.
  private func isAfter(_ value: StoredValue) -> SQLTerm? {
    let property = SQLTerm.property(column.offset)
    if value == .null { return isDescending ? nil : .not(.isNull(property)) }
    guard isDescending else { return .compare(property, .greater, .value(value)) }
    let less = SQLTerm.compare(property, .less, .value(value))
    return column.isOptional ? .any([less, .isNull(property)]) : less
  }
}
