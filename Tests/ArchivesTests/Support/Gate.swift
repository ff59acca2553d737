import Synchronization

/// A flag by which a test releases the code under test.
final class Gate: Sendable {
  private let state = Atomic(false)

  var isOpen: Bool { state.load(ordering: .acquiring) }

  /// Releases the code that waits for the gate.
  func open() { state.store(true, ordering: .releasing) }
}
