import ObjectStore

/// Single queries, each in its own snapshot, and single changes, each in its own transaction.
extension Store {
  /// Runs ``ReadAccess/fetch(_:)`` in its own snapshot.
  func fetch<E: Entity>(_ fetch: FetchRequest<E>) throws(StoreError) -> [E] {
    try read { snapshot throws(StoreError) in try snapshot.fetch(fetch) }
  }

  /// Runs ``ReadAccess/first(_:)`` in its own snapshot.
  func first<E: Entity>(_ fetch: FetchRequest<E>) throws(StoreError) -> E? {
    try read { snapshot throws(StoreError) in try snapshot.first(fetch) }
  }

  /// Runs ``ReadAccess/find(_:)`` in its own snapshot.
  func find<E: Entity>(_ identity: Identity<E>) throws(StoreError) -> E? {
    try read { snapshot throws(StoreError) in try snapshot.find(identity) }
  }

  /// Counts objects in their own snapshot.
  func count<E: Entity>(_ fetch: FetchRequest<E>) throws(StoreError) -> Int {
    try read { snapshot throws(StoreError) in try snapshot.count(fetch) }
  }

  /// Runs ``Transaction/insert(_:)`` in its own transaction.
  @discardableResult
  func insert<E: Entity>(_ object: E) throws(StoreError) -> Identity<E> {
    try write { transaction throws(StoreError) in try transaction.insert(object) }
  }

  /// Runs ``Transaction/update(_:)`` in its own transaction.
  @discardableResult
  func update<E: Entity>(_ object: E) throws(StoreError) -> E {
    try write { transaction throws(StoreError) in try transaction.update(object) }
  }

  /// Runs ``Transaction/delete(_:)`` in its own transaction.
  @discardableResult
  func delete<E: Entity>(_ identity: Identity<E>) throws(StoreError) -> Bool {
    try write { transaction throws(StoreError) in try transaction.delete(identity) }
  }
}

extension Store {
  /// Looks for damage in its own snapshot.
  func verify() throws(StoreError) -> [String] {
    try read { snapshot throws(StoreError) in try snapshot.verify() }
  }
}

extension ReadAccess where Self: ~Copyable {
  /// Returns the number of objects that satisfy the condition of a fetch.
  func count<E: Entity>(_ fetch: FetchRequest<E>) throws(StoreError) -> Int {
    try select(.count(), from: FetchRequest(E.self, where: fetch.predicate)).first ?? 0
  }
}
