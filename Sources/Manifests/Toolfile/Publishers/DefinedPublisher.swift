package import Vocabulary

/// What a definition says about the publisher of a tool.
package struct DefinedPublisher: Hashable, Sendable {
  /// The minimum provenance that the definition demands, or `nil` if it demands none.
  package internal(set) var requiredProvenance: Provenance?
  /// The expected publisher, or `nil` for any.
  package internal(set) var expectation: PublisherExpectation?
  /// The public key of minisign signatures, 56 characters of Base64, or `nil` if there is none.
  package internal(set) var minisignKey: String?

  /// Creates a value that says nothing.
  package init() {}

  /// Whether the definition demands anything of the publisher.
  package var hasDemands: Bool {
    requiredProvenance != nil || expectation != nil || minisignKey != nil
  }

  /// Returns whether a text has the form of a minisign public key: Base64 of 42 bytes that begin
  /// with `Ed`. Does not check the key itself, which is read when it is used.
  static func isMinisignKey(_ text: String) -> Bool {
    text.utf8.count == 56 && text.hasPrefix("RW")
      && text.utf8.allSatisfy {
        $0.isIdentifier && $0 != UInt8(ascii: "_") || "+/".utf8.contains($0)
      }
  }
}
