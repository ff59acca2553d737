package import Diagnostics

/// A collection of immutable values with identities.
///
/// Each function runs as one transaction: it sees a consistent state of the collection, and makes
/// all of its changes or none. No workflow needs a transaction across repositories. Data that must
/// change together is part of a single value, such as an installation and its contents.
///
/// Other operations, such as deletion, differ between kinds of values. Protocols that refine this
/// one add them.
package protocol Repository<Value>: Sendable {
  associatedtype Value: RecordedValue

  /// Returns all values, in the order that the refining protocol documents.
  func values() throws(Problem) -> [Value]

  /// Returns the value with an identity, or `nil` if there is none.
  func value(_ id: Value.ID) throws(Problem) -> Value?

  /// Saves values. A value replaces an existing one with the same identity. If several drafts have
  /// the same identity, the last one is saved.
  func save(_ drafts: [Value.Draft]) async throws(Problem)
}
