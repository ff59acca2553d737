extension Transaction {
  /// Runs a batch and creates its outcome from the changes that the update hook reports.
  ///
  /// - Parameters:
  ///   - kind: The kind of the batch's changes. An insertion can also update objects, and returns
  ///     the identities of all objects in their order.
  ///   - returning: The kind of outcome.
  ///   - progress: Receives the number of changed objects and can cancel the batch.
  ///   - body: Runs the batch and returns the number of objects that it changed.
  func collect<E: Entity, Outcome>(
    _ kind: ChangeKind, _ returning: BatchResult<E, Outcome>, _ progress: RequestProgress?,
    _ body: () throws(StoreError) -> Int
  ) throws(StoreError) -> Outcome {
    let table = E.table.name
    let recorder = connection.recorder
    if returning.needsIdentities || progress != nil { connection.setUpdateHook(to: recorder) }
    if returning.needsIdentities {
      if kind == .inserted { recorder.beginInsertion() } else { recorder.keepIdentities() }
    }
    defer { recorder.endInsertion() }
    // The recorder may already contain earlier changes of the transaction, which are not part of
    // the outcome.
    let before = kind == .inserted ? 0 : recorder.changes(in: table).count(of: kind)
    let count = try attempt { () throws(StoreError) in
      try connection.reporting(to: progress, body)
    }
    progress?.reportCompleted(count)
    guard returning.needsIdentities else { return returning.make(count, []) }
    var identities: [Identity<E>] = []
    identities.reserveCapacity(count)
    if kind == .inserted {
      for identity in recorder.written ?? IdentityList() {
        identities.append(Identity(rawValue: identity))
      }
    } else {
      for identity in recorder.changes(in: table).identities(kind).dropFirst(before) {
        identities.append(Identity(rawValue: identity))
      }
    }
    return returning.make(count, identities)
  }
}
