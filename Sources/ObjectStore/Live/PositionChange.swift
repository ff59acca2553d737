/// A change of a live result, by position. The first position is 0.
///
/// Changes apply one after the other: each position is that in the result as the changes before it
/// have left it.
package enum PositionChange<E: Entity>: Sendable {
  /// An object is new at this position.
  case inserted(E, at: Int)
  /// The object at this position is gone.
  case deleted(Identity<E>, at: Int)
  /// An object has changed, and with it its place: it is taken from one position, and then put at
  /// the other one.
  case moved(E, from: Int, to: Int)
  /// The object at this position has changed.
  case updated(E, at: Int)
}

/// What a live result reports.
package enum ResultUpdate<E: Entity>: Sendable {
  /// Changes that apply one after the other.
  case positions([PositionChange<E>])
  /// More than a thousand objects have come, gone, or moved. The result is read again as a whole.
  case reloaded
}

extension Array where Element: Entity {
  /// Applies a change of a live result to a copy of its objects.
  package mutating func apply(_ change: PositionChange<Element>) {
    switch change {
    case .inserted(let object, let position): insert(object, at: position)
    case .deleted(_, let position): remove(at: position)
    case .moved(let object, let from, let to):
      remove(at: from)
      insert(object, at: to)
    case .updated(let object, let position): self[position] = object
    }
  }
}
