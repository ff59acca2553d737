internal import Synchronization

/// The line numbers of the stanzas of a lock, in the order of its tools. Those of a lock that was
/// not parsed are counted once, when one of them is first needed.
final class StanzaLines: Sendable {
  private let known: Mutex<[Int]?>

  /// Creates the line numbers, or those of a lock that was not parsed if `numbers` is `nil`.
  init(_ numbers: [Int]?) { known = Mutex(numbers) }

  /// Returns the line numbers in the text of `lock`.
  func numbers(in lock: Lockfile) -> [Int] {
    known.withLock { known in
      let numbers = known ?? lock.lineNumbers
      known = numbers
      return numbers
    }
  }
}
