/// The kind of change to an object.
package enum ChangeKind: Int, Sendable, CaseIterable { case inserted, updated, deleted }
