extension Store {
  /// Registers an observer that is called after each commit with changes, through this store or any
  /// other ``Store`` on the same file in this process.
  ///
  /// The observer runs on the writer's thread, in commit order, before the write returns. Writing
  /// inside the observer, or using the writer's store, throws ``StoreError/nested``. Commits of
  /// other processes are not observed.
  ///
  /// - Returns: An object that keeps the observer registered until it is deallocated.
  package func observe(_ observer: @escaping @Sendable (ChangeSet) -> Void) -> Observation {
    observers.add(observer)
  }

  /// Returns a stream of the changes of each commit from now on.
  package func changes() -> AsyncStream<ChangeSet> {
    let (stream, continuation) = AsyncStream<ChangeSet>.makeStream()
    let observation = observe { continuation.yield($0) }
    // Capturing the observation keeps the observer registered until the stream ends.
    continuation.onTermination = { _ in withExtendedLifetime(observation) {} }
    return stream
  }
}
