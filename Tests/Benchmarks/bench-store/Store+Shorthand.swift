import ObjectStore

/// Single queries, each in its own snapshot.
extension Store {
  func fetch<E: Entity>(_ fetch: FetchRequest<E>) throws(StoreError) -> [E] {
    try read { snapshot throws(StoreError) in try snapshot.fetch(fetch) }
  }

  func find<E: Entity>(_ identity: Identity<E>) throws(StoreError) -> E? {
    try read { snapshot throws(StoreError) in try snapshot.find(identity) }
  }

  func count<E: Entity>(_ fetch: FetchRequest<E>) throws(StoreError) -> Int {
    try read { snapshot throws(StoreError) in try snapshot.count(fetch) }
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
