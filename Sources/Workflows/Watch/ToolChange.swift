package import Diagnostics

/// A change to a list of tools. Positions start at 0.
///
/// Apply changes in order. Each position refers to the list after all preceding changes.
package enum ToolChange: Hashable, Sendable {
  case inserted(ToolState, at: Int)
  case removed(ToolState, at: Int)
  /// The tool at this position changed its state or version.
  case updated(ToolState, at: Int)

  /// Returns the changes that turn `old` into `new`. Both lists are sorted by tool, so no tool
  /// moves relative to another.
  package static func changes(from old: [ToolState], to new: [ToolState]) -> [ToolChange] {
    var changes: [ToolChange] = []
    var rest = old[...]
    var position = 0
    while true {
      let (left, right) = (rest.first, position < new.count ? new[position] : nil)
      switch (left, right) {
      case (nil, nil): return changes
      case (let left?, let right?) where left.tool == right.tool:
        if left != right { changes.append(.updated(right, at: position)) }
        rest.removeFirst()
        position += 1
      case (let left?, _) where right.map({ left.tool < $0.tool }) ?? true:
        changes.append(.removed(left, at: position))
        rest.removeFirst()
      case (_, let right):
        if let right { changes.append(.inserted(right, at: position)) }
        position += 1
      }
    }
  }
}
