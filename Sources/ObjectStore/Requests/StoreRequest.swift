/// A request to run in a write transaction, which produces an outcome.
@usableFromInline
package protocol StoreRequest<Outcome>: Sendable {
  associatedtype Outcome: Sendable

  /// Runs the request. A request that throws leaves no changes behind.
  ///
  /// - Parameters:
  ///   - transaction: The transaction that the changes belong to.
  ///   - progress: Receives the number of processed objects and can cancel the request.
  func run(
    in transaction: borrowing Transaction, progress: RequestProgress?
  ) throws(StoreError) -> Outcome
}

/// The kind of outcome that a batch returns: its status, a count, or identities.
@usableFromInline
package struct BatchResult<E: Entity, Outcome: Sendable>: Sendable {
  /// Whether identities must be recorded while the batch runs.
  let needsIdentities: Bool
  /// Creates the outcome from the number of changed objects and their identities. The list of
  /// identities is empty unless ``needsIdentities`` is `true`.
  let make: @Sendable (_ count: Int, _ identities: [Identity<E>]) -> Outcome
}

extension BatchResult where Outcome == Void {
  /// The outcome of a batch that returns no value. It succeeds or throws.
  package static var status: BatchResult { BatchResult(needsIdentities: false) { _, _ in } }
}

extension BatchResult where Outcome == Int {
  /// The number of changed objects.
  package static var count: BatchResult {
    BatchResult(needsIdentities: false) { count, _ in count }
  }
}

extension BatchResult where Outcome == [Identity<E>] {
  /// The identities of the changed objects, one for each change.
  package static var identities: BatchResult {
    BatchResult(needsIdentities: true) { _, identities in identities }
  }
}

extension Transaction {
  /// Runs a request as part of this transaction. If the request fails, its changes are undone.
  /// Earlier changes of the transaction remain if the caller catches the error.
  ///
  /// - Throws: The error of the request, or ``StoreError/transactionEnded`` if SQLite has rolled
  ///   the transaction back.
  package func execute<Outcome>(
    _ request: some StoreRequest<Outcome>, progress: RequestProgress? = nil
  ) throws(StoreError) -> Outcome {
    try connection.requireTransaction()
    return try request.run(in: self, progress: progress)
  }
}

extension Store {
  /// Runs a request in its own transaction. The changes are durable when `execute` returns.
  package func execute<Outcome>(
    _ request: some StoreRequest<Outcome>, progress: RequestProgress? = nil
  ) throws(StoreError) -> Outcome {
    try write(isSoleRequest: true) { transaction throws(StoreError) in
      try request.run(in: transaction, progress: progress)
    }
  }
}
