import ObjectStore

/// The numbers of objects that transactions have inserted, updated, and deleted.
struct Tally: Equatable, Sendable {
  private(set) var inserted = 0
  private(set) var updated = 0
  private(set) var deleted = 0

  /// Creates a tally of one transaction or, by default, of none.
  init(inserted: Int = 0, updated: Int = 0, deleted: Int = 0) {
    self.inserted = inserted
    self.updated = updated
    self.deleted = deleted
  }

  /// Creates a tally of the changes that an observer has received.
  init(_ changes: ChangeSet) {
    self.init(
      inserted: changes.count(of: Entry.self, .inserted),
      updated: changes.count(of: Entry.self, .updated),
      deleted: changes.count(of: Entry.self, .deleted))
  }

  static func += (left: inout Tally, right: Tally) {
    left.inserted += right.inserted
    left.updated += right.updated
    left.deleted += right.deleted
  }
}

/// What a soak has found wrong.
package struct SoakFailure: Error, CustomStringConvertible {
  package let description: String

  /// Throws a failure with this text unless `condition` is true.
  static func require(_ condition: Bool, _ text: @autoclosure () -> String) throws {
    if !condition { throw SoakFailure(description: text()) }
  }
}
