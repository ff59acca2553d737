/// One page of a fetch's objects, and the place where the next page begins.
package struct Page<E: Entity>: Sendable {
  package let objects: [E]

  /// The cursor for the next page, which may be empty; `nil` after the last page.
  package let next: Cursor?

  /// A place after an object in an order. The page after it costs the same anywhere in the
  /// order, because an index leads to it; an offset would count through all objects before.
  package struct Cursor: Sendable {
    let values: [StoredValue]
  }
}

extension ReadAccess where Self: ~Copyable {
  /// Returns the objects of a fetch that follow a place in its order.
  ///
  /// - Parameters:
  ///   - fetch: The fetch, sorted by properties; sorting by an expression is a programming
  ///     error. Objects that are equal in all of them are sorted by identity. The limit and
  ///     offset are ignored.
  ///   - cursor: The cursor of the previous page; `nil` for the first page.
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
      let after = Predicate<E>(PageKey.condition(keys[...], after: cursor.values[...]))
      request.predicate = request.predicate.map { $0 && after } ?? after
    }
    let objects = try self.fetch(request)
    guard objects.count == size, let last = objects.last else {
      return Page(objects: objects, next: nil)
    }
    return Page(objects: objects, next: Page.Cursor(values: keys.map { $0.column.value(in: last) }))
  }
}

/// A sort criterion for pages.
private struct PageKey {
  let column: Column
  let isDescending: Bool
}

extension PageKey {
  init<E: Entity>(_ sort: Sort<E>) {
    guard case .property(let offset) = sort.term else {
      preconditionFailure("pages are sorted by properties")
    }
    self.init(column: E.table.column(at: offset), isDescending: sort.isDescending)
  }

  /// Returns the condition that an object comes after the one with these values. The first key
  /// that differs decides.
  static func condition(
    _ keys: ArraySlice<PageKey>, after values: ArraySlice<StoredValue>
  ) -> SQLTerm {
    if let row = rowComparison(keys, values) { return row }
    guard let key = keys.first, let value = values.first else { return .value(.integer(0)) }
    let isAfter = key.isAfter(value)
    guard keys.count > 1 else { return isAfter ?? .value(.integer(0)) }
    let isEqual = SQLTerm.compare(.property(key.column.offset), .same, .value(value))
    let later = SQLTerm.both(isEqual, condition(keys.dropFirst(), after: values.dropFirst()))
    return isAfter.map { .either($0, later) } ?? later
  }

  /// Returns `(a, b) > (1, 2)`, which an index serves; `nil` unless all keys have the same
  /// direction and none is optional.
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

  /// Returns the condition that an object's value comes after this one; `nil` if none can.
  /// SQLite sorts NULL before everything.
  private func isAfter(_ value: StoredValue) -> SQLTerm? {
    let property = SQLTerm.property(column.offset)
    if value == .null { return isDescending ? nil : .not(.isNull(property)) }
    guard isDescending else { return .compare(property, .greater, .value(value)) }
    let less = SQLTerm.compare(property, .less, .value(value))
    return column.isOptional ? .either(less, .isNull(property)) : less
  }
}
