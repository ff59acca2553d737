/// An immutable value that a repository keeps.
package protocol RecordedValue: Identifiable, Sendable where ID: Sendable {
  /// The data that a caller provides to save a value. The repository adds the rest, such as the
  /// time. The default is the value itself.
  associatedtype Draft: Sendable = Self
}

extension Sequence where Element: RecordedValue {
  /// The values, keyed by identity.
  package var byID: [Element.ID: Element] {
    Dictionary(map { ($0.id, $0) }, uniquingKeysWith: { $1 })
  }
}
