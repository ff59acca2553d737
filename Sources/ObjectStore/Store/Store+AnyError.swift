/// The forms of ``Store/read(_:)`` and ``Store/write(_:)`` for closures that throw errors of their
/// own.
extension Store {
  /// Runs `body` in one read transaction.
  ///
  /// - Throws: The error that `body` throws, of any type, or a ``StoreError`` of the read.
  package func read<R>(_ body: (borrowing Snapshot) throws -> R) throws -> R {
    try Self.passingErrors { (failure) throws(StoreError) in
      try read { snapshot throws(StoreError) in
        try failure.record { try body(snapshot) }
      }
    }
  }

  /// Runs `body` in one write transaction and commits it when `body` returns. If `body` throws, all
  /// of its changes are rolled back.
  ///
  /// - Throws: The error that `body` throws, of any type, or a ``StoreError`` of the write.
  package func write<R>(_ body: (borrowing Transaction) throws -> R) throws -> R {
    try Self.passingErrors { (failure) throws(StoreError) in
      try write { transaction throws(StoreError) in
        try failure.record { try body(transaction) }
      }
    }
  }

  /// The caller's own error, which ended a transaction.
  private struct CallerFailure {
    var error: (any Error)?

    /// Runs the caller's closure. Its error is recorded, and a ``StoreError`` ends the transaction.
    mutating func record<R>(_ body: () throws -> R) throws(StoreError) -> R {
      do {
        return try body()
      } catch let error as StoreError {
        throw error
      } catch {
        self.error = error
        throw .cancelled
      }
    }
  }

  /// Runs a transaction, and throws the recorded error in place of the one that ended it.
  private static func passingErrors<R>(
    _ body: (inout CallerFailure) throws(StoreError) -> R
  ) throws -> R {
    var failure = CallerFailure()
    do {
      return try body(&failure)
    } catch {
      throw failure.error ?? error
    }
  }
}
