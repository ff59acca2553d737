internal import Foundation

/// Limits the number of programs that run at once to twice the number of processors, because a
/// program often waits for a disk, a server, or another program.
actor ChildLimit {
  static let shared = ChildLimit(count: 2 * max(1, ProcessInfo.processInfo.activeProcessorCount))

  private var free: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// Creates a limit of `count` programs.
  init(count: Int) { free = count }

  /// Waits for a free slot and takes it.
  func acquire() async {
    if free > 0 {
      free -= 1
    } else {
      await withCheckedContinuation { waiting.append($0) }
    }
  }

  /// Passes the slot to the longest-waiting caller, or frees it.
  func release() {
    if waiting.isEmpty {
      free += 1
    } else {
      waiting.removeFirst().resume()
    }
  }
}
