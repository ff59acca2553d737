package import Diagnostics
package import Vocabulary

/// What a definition says about the publisher, in the form of the `defined` line of a lock:
///
/// ```
/// "publisher=github:acme/mytool workflow release.yml" require_provenance=verified
/// ```
extension DefinedPublisher {
  private static let provenanceKey = DefinitionWord.requireProvenance.rawValue
  private static let publisherKey = DefinitionWord.publisher.rawValue
  private static let minisignKey = DefinitionWord.minisign.rawValue

  /// The options of the line. Empty if the definition says nothing, so that the line of an older
  /// lock stays as it is.
  package var options: [LockedDeclaration.Option] {
    [
      minisignKey.map { .init(Self.minisignKey, $0) },
      expectation.map { .init(Self.publisherKey, $0.description) },
      requiredProvenance.map { .init(Self.provenanceKey, $0.rawValue) },
    ].compactMap(\.self)
  }

  /// Reads the options of a line, and ignores others.
  package init(_ options: [LockedDeclaration.Option]) {
    self.init()
    for option in options {
      switch option.key {
      case Self.provenanceKey: requiredProvenance = Provenance(rawValue: option.value)
      case Self.publisherKey: expectation = PublisherExpectation(option.value)
      case Self.minisignKey: minisignKey = option.value
      default: break
      }
    }
  }

  /// Returns whether an option of a `defined` line has a valid value. Options that are not about
  /// publishers always have one.
  static func isValid(_ key: some StringProtocol, _ value: String) -> Bool {
    switch String(key) {
    case provenanceKey: Provenance(rawValue: value) != nil
    case publisherKey: PublisherExpectation(value) != nil
    case minisignKey: isMinisignKey(value)
    default: true
    }
  }
}

extension LockedTool {
  /// The publisher that the definition of the tool expects, or `nil` for any.
  package var expectedPublisher: PublisherExpectation? { definedPublisher.expectation }

  /// The public key of minisign signatures that the definition of the tool states, or `nil` if
  /// there is none.
  package var minisignKey: String? { definedPublisher.minisignKey }

  /// The minimum provenance of the publisher that the tool's definition demands, or `nil` if it
  /// demands none.
  package var definedProvenance: Provenance? { definedPublisher.requiredProvenance }

  private var definedPublisher: DefinedPublisher { DefinedPublisher(definition?.options ?? []) }

  /// The publisher in the lock, or `nil` if there is none. Prefers the verified one.
  ///
  /// - Parameter isProven: Whether the verified publisher was proved on this machine.
  package func knownPublisher(isProven: Bool = false) -> KnownPublisher? {
    verification.map { KnownPublisher($0.publisher.description, .verified, isProven: isProven) }
      ?? publisher.map { KnownPublisher($0.description, .stated, isProven: false) }
  }

  /// What the lock records about the publisher, or `nil` if it records nothing.
  package var lockedProvenance: Provenance? {
    verification != nil ? .verified : publisher != nil ? .stated : nil
  }
}

extension PublisherExpectation {
  /// Returns whether a publisher that attestations prove is the expected one. An identity from an
  /// issuer other than the public one is a different publisher, because a private authority can
  /// name anybody.
  package func admits(_ publisher: VerifiedPublisher) -> Bool {
    LockedPublisher.isSameAccount(account, publisher.account) && publisher.issuer == nil
      && (workflow == nil || workflow == publisher.workflow)
  }

  /// Returns whether a publisher that a source states is the expected one.
  package func admits(_ publisher: LockedPublisher) -> Bool {
    LockedPublisher.isSameAccount(account, publisher.account)
      && (workflow == nil || workflow == publisher.workflow)
  }
}
