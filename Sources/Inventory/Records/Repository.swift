package import Diagnostics

/// A collection of immutable values that have an identity.
///
/// Each function runs in one transaction. It sees a consistent state of the collection, and either
/// all of its changes take effect or none do. No workflow needs a transaction across several
/// repositories, because facts that change together belong to one value. For example, an
/// installation includes its contents.
///
/// Refined protocols add the operations that only some kinds of values support, such as deletion.
package protocol Repository<Value>: Sendable {
  associatedtype Value: RecordedValue

  /// Returns all values, in the order that the repository documents.
  func values() throws(Problem) -> [Value]

  /// Returns the value with an identity, or `nil` if there is none.
  func value(_ id: Value.ID) throws(Problem) -> Value?

  /// Saves values. A draft replaces an existing value with the same identity. If several drafts
  /// have the same identity, the last one takes effect.
  func save(_ drafts: [Value.Draft]) async throws(Problem)
}
