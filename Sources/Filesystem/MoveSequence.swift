/// Renames that can be undone together, in reverse order.
package struct MoveSequence: Sendable {
  private var moves: [(from: FilePath, to: FilePath)] = []

  /// Creates an empty sequence.
  package init() {}

  /// Renames an entry.
  package mutating func move(_ from: FilePath, to: FilePath) throws(FileError) {
    try from.rename(to: to)
    moves.append((from, to))
  }

  /// Moves all entries back. A failure does not keep the others from being moved back.
  package mutating func undo() {
    for move in moves.reversed() { try? move.to.rename(to: move.from) }
    moves = []
  }
}
