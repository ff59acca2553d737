package import Diagnostics

/// A collection of immutable values, each with an identity.
///
/// Each function is one transaction: it sees one state of the collection, and changes everything or
/// nothing. No workflow needs a transaction over several repositories. What must change together is
/// part of one value, such as the contents of an installation.
///
/// The kinds of values differ in what else can be done with them, such as deleting them. Protocols
/// that refine this one add that.
package protocol Repository<Value>: Sendable {
  associatedtype Value: RecordedValue

  /// Returns all values. The repository states their order.
  func values() throws(Problem) -> [Value]

  /// Returns the value with an identity, or `nil` if there is none.
  func value(_ id: Value.ID) throws(Problem) -> Value?

  /// Saves values. If one has the identity of a value that is there, it replaces that. Of several
  /// drafts with the same identity, the last one counts.
  func save(_ drafts: [Value.Draft]) async throws(Problem)
}
