/// Single requests, each in a transaction of its own.
extension Store {
  package func fetch<E: Entity>(_ fetch: FetchRequest<E>) throws(StoreError) -> [E] {
    try read { snapshot throws(StoreError) in try snapshot.fetch(fetch) }
  }

  package func first<E: Entity>(_ fetch: FetchRequest<E>) throws(StoreError) -> E? {
    try read { snapshot throws(StoreError) in try snapshot.first(fetch) }
  }

  package func find<E: Entity>(_ identity: Identity<E>) throws(StoreError) -> E? {
    try read { snapshot throws(StoreError) in try snapshot.find(identity) }
  }

  package func count<E: Entity>(_ fetch: FetchRequest<E>) throws(StoreError) -> Int {
    try read { snapshot throws(StoreError) in try snapshot.count(fetch) }
  }

  @discardableResult
  package func insert<E: Entity>(_ object: E) throws(StoreError) -> Identity<E> {
    try write { transaction throws(StoreError) in try transaction.insert(object) }
  }

  @discardableResult
  package func update<E: Entity>(_ object: E) throws(StoreError) -> E {
    try write { transaction throws(StoreError) in try transaction.update(object) }
  }

  @discardableResult
  package func delete<E: Entity>(_ identity: Identity<E>) throws(StoreError) -> Bool {
    try write { transaction throws(StoreError) in try transaction.delete(identity) }
  }
}
