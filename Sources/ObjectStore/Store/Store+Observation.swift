extension Store {
  /// Registers an observer that is called after each commit with changes, through this store or any
  /// other ``Store`` on the same file in this process.
  ///
  /// The observer runs on the writer's thread, in commit order, before the write returns. Writing
  /// inside the observer, or using the writer's store, throws ``StoreError/nested``. Commits of
  /// other processes are not observed here. See ``changes(of:where:)`` for those.
  ///
  /// An observer that is registered while a transaction is running is notified of its commit, but
  /// the changes may be unknown (``ChangeSet/isComplete``). A released observer is not called
  /// again.
  ///
  /// - Returns: An object that keeps the observer registered until it is deallocated.
  package func observe(_ observer: @escaping @Sendable (ChangeSet) -> Void) -> Observation {
    observers.add { event in
      if case .changes(let changes) = event { observer(changes) }
    }
  }

  /// Registers an observer that also receives commits by other processes, and the error that ends
  /// the observation.
  ///
  /// - Throws: The error of the connection that watches for those commits.
  func listen(
    _ observer: @escaping ChangeObservers.Observer
  ) throws(StoreError) -> Observation {
    guard let connectionFactory else { return observers.add(observer) }
    return try observers.add(observer) { () throws(StoreError) in
      try CommitWatch(connectionFactory.connect(), path: connectionFactory.file.path)
    }
  }
}
