/// Something to be done in a write transaction, and what comes out of it.
@usableFromInline
package protocol StoreRequest<Outcome>: Sendable {
  associatedtype Outcome: Sendable

  /// - parameter progress: is told how far the request has come, and can cancel it.
  func run(
    in transaction: borrowing Transaction, progress: RequestProgress?
  ) throws(StoreError) -> Outcome
}

/// Any request with this outcome, for collections of different ones.
package struct AnyStoreRequest<Outcome: Sendable>: StoreRequest {
  private let base: any StoreRequest<Outcome>

  package init(_ base: any StoreRequest<Outcome>) { self.base = base }

  package func run(
    in transaction: borrowing Transaction, progress: RequestProgress?
  ) throws(StoreError) -> Outcome { try base.run(in: transaction, progress: progress) }
}

/// What a batch tells of what it changed.
@usableFromInline
package struct BatchResult<E: Entity, Outcome: Sendable>: Sendable {
  /// Whether the identities have to be kept while the batch runs.
  let needsIdentities: Bool
  let make: @Sendable (_ count: Int, _ identities: [Identity<E>]) -> Outcome
}

extension BatchResult where Outcome == Void {
  /// Nothing but that it was done.
  package static var status: BatchResult { BatchResult(needsIdentities: false) { _, _ in } }
}

extension BatchResult where Outcome == Int {
  /// How many objects were changed.
  package static var count: BatchResult {
    BatchResult(needsIdentities: false) { count, _ in count }
  }
}

extension BatchResult where Outcome == [Identity<E>] {
  /// Which objects were changed, each once, as often as they were.
  package static var identities: BatchResult {
    BatchResult(needsIdentities: true) { _, identities in identities }
  }
}

extension Transaction {
  /// Runs a request as a part of this transaction. Where it fails nothing of it is kept; what the
  /// transaction did before stays, if the error is caught.
  package func execute<Outcome>(
    _ request: some StoreRequest<Outcome>, progress: RequestProgress? = nil
  ) throws(StoreError) -> Outcome {
    try connection.requireTransaction()
    return try request.run(in: self, progress: progress)
  }
}

extension Store {
  /// Runs a request in a transaction of its own. What it changed is durable when `execute` returns.
  package func execute<Outcome>(
    _ request: some StoreRequest<Outcome>, progress: RequestProgress? = nil
  ) throws(StoreError) -> Outcome {
    try write(isSoleRequest: true) { transaction throws(StoreError) in
      try request.run(in: transaction, progress: progress)
    }
  }

  /// Runs a request in several stores, in each in a transaction of its own: SQLite cannot commit to
  /// several files in WAL mode as one.
  /// - returns: for each store, in order, the outcome or why it was not done there.
  package static func execute<Outcome>(
    _ request: some StoreRequest<Outcome>, in stores: [Store], progress: RequestProgress? = nil
  ) -> [Result<Outcome, StoreError>] {
    stores.map { store in
      Result { () throws(StoreError) in try store.execute(request, progress: progress) }
    }
  }
}
