/// A change of a live result, by position. The first position is 0.
///
/// Apply changes in order. Each position refers to the result after all preceding changes.
package enum PositionChange<E: Entity>: Sendable {
  /// An object was inserted at this position.
  case inserted(E, at: Int)
  /// The object at this position was removed.
  case deleted(Identity<E>, at: Int)
  /// The object at the first position was changed and moved to the second one, which is its
  /// position after its removal from the first.
  case moved(E, from: Int, to: Int)
  /// The object at this position was changed.
  case updated(E, at: Int)
}

/// An update of a live result.
package enum ResultUpdate<E: Entity>: Sendable {
  /// Changes to apply in order.
  case positions([PositionChange<E>])
  /// More than 1,000 objects were inserted, removed, or moved. The listener must read the whole
  /// result again.
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
