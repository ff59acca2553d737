/// An immutable value that a repository keeps.
package protocol RecordedValue: Identifiable, Sendable where ID: Sendable {
  /// What a caller provides to save a value. The repository adds the rest, such as the time. By
  /// default, the value itself.
  associatedtype Draft: Sendable = Self
}

extension Sequence where Element: RecordedValue {
  /// The values by their identities.
  package var byID: [Element.ID: Element] {
    Dictionary(map { ($0.id, $0) }, uniquingKeysWith: { $1 })
  }
}
