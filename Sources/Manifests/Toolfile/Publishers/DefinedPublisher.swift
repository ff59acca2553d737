package import Vocabulary

/// What a definition says about the publisher of a tool.
package struct DefinedPublisher: Hashable, Sendable {
  /// The least that must be known about the publisher, or `nil` if the definition demands nothing.
  package internal(set) var requiredProvenance: Provenance?
  /// The expected publisher, or `nil` for any.
  package internal(set) var expectation: PublisherExpectation?
  /// The public key of minisign signatures, 56 characters of Base64, or `nil` if there is none.
  package internal(set) var minisignKey: String?

  /// Creates a value that says nothing.
  package init() {}

  /// Returns whether a text has the form of a minisign public key: Base64 of 42 bytes, of which the
  /// first two are `Ed`. Whether the rest is a key shows when it is used.
  static func isMinisignKey(_ text: String) -> Bool {
    text.utf8.count == 56 && text.hasPrefix("RW")
      && text.utf8.allSatisfy {
        $0.isIdentifier && $0 != UInt8(ascii: "_") || "+/".utf8.contains($0)
      }
  }
}
