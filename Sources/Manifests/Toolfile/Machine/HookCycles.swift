internal import Vocabulary

/// A search for cycles in the order of hooks.
struct HookCycles {
  /// Hooks, each of which runs after the next one, and the last after the first.
  struct Cycle {
    let hooks: [HookName]
    /// The position where the first hook names the next one.
    let position: SourcePosition
  }

  private enum Visit { case open, done }

  private let orders: [HookOrder]
  private let indexOfHook: [String: Int]
  private var visits: [Int: Visit] = [:]
  /// The path of hooks to the current one, each with the position where it names the next.
  private var path: [(index: Int, position: SourcePosition)] = []
  private var cycles: [Cycle] = []

  /// Creates a search. `orders` must contain each hook once.
  init(_ orders: [HookOrder]) {
    self.orders = orders
    indexOfHook = Dictionary(
      zip(orders.map(\.hook.text), orders.indices), uniquingKeysWith: { first, _ in first })
  }

  /// Returns cycles in the order of the file, until removing them would leave no cycle.
  ///
  /// The search is not recursive, because a file can have thousands of hooks.
  mutating func all() -> [Cycle] {
    for start in orders.indices where visits[start] == nil { visit(from: start) }
    return cycles
  }

  private mutating func visit(from start: Int) {
    var stack = [(index: start, next: 0)]
    visits[start] = .open
    while let (index, next) = stack.last {
      guard next < orders[index].steps.count else {
        visits[index] = .done
        stack.removeLast()
        path.removeLast(path.isEmpty ? 0 : 1)
        continue
      }
      stack[stack.count - 1].next += 1
      let step = orders[index].steps[next]
      guard let target = indexOfHook[step.name] else { continue }
      switch visits[target] {
      case .done: continue
      case .open: record(closing: (index, step.position), to: target)
      case nil:
        path.append((index, step.position))
        visits[target] = .open
        stack.append((target, 0))
      }
    }
  }

  private mutating func record(
    closing last: (index: Int, position: SourcePosition), to target: Int
  ) {
    let edges = path + [last]
    guard let first = edges.firstIndex(where: { $0.index == target }) else { return }
    cycles.append(
      Cycle(
        hooks: edges[first...].map { orders[$0.index].hook }, position: edges[first].position))
  }
}
