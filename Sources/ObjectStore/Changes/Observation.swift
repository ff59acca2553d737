/// The registration of an observer, which ends when this object is deallocated.
package final class Observation: Sendable {
  /// Removes the observer from its store.
  private let end: @Sendable () -> Void

  init(end: @escaping @Sendable () -> Void) { self.end = end }

  deinit { end() }
}
