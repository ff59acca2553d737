import Synchronization

/// A door between a test and what it tests.
final class Gate: Sendable {
  private let state = Atomic(false)

  var isOpen: Bool { state.load(ordering: .acquiring) }

  func open() { state.store(true, ordering: .releasing) }
}
