internal import Attestations
internal import Diagnostics
internal import Manifests
internal import ToolSources

/// The rule that decides which publishers may vouch for the files of a tool.
///
/// A valid signature tells who signed, but not whether that is the right signer.
struct AcceptedSigner: Sendable {
  /// The publisher that the definition expects, or `nil` if it expects none.
  let expected: PublisherExpectation?
  /// The verified publisher in the previous lock, or `nil` if there is none.
  let previous: VerifiedPublisher?
  /// Whether the user accepts every publisher.
  let acceptsAny: Bool

  /// Checks that `publisher` may vouch for a file that `attestation` is about.
  ///
  /// The attestation must come from the publisher that it states. In a source with accounts, it
  /// must also come from the account that publishes the file now. After a repository moves, this
  /// account is a different one, so the attestation looks like one that somebody copied.
  ///
  /// - Throws: ``UnverifiedFile/Reason/otherPublisher(found:expected:)`` if it may not.
  func check(
    _ publisher: VerifiedPublisher, of attestation: PublishedAttestation
  ) throws(UnverifiedFile.Reason) {
    let found = publisher.description
    if let expected {
      if expected.admits(publisher) { return }
      throw .otherPublisher(found: found, expected: expected.description)
    }
    if let stated = attestation.stated, !stated.isConfirmed(by: publisher) {
      throw .otherPublisher(found: found, expected: stated.description)
    }
    if attestation.isAccountPublic, let issuer = publisher.issuer, !TrustedRoot.isPublic(issuer) {
      throw .otherPublisher(found: found, expected: attestation.account ?? "")
    }
    if acceptsAny || previous?.isContinued(by: publisher) ?? false { return }
    if let account = attestation.account, account.lowercased() != publisher.account.lowercased() {
      throw .otherPublisher(found: found, expected: account)
    }
  }
}

extension LockedPublisher {
  /// Returns whether a proved publisher is the stated one. Ignores the environment, which
  /// certificates do not name.
  fileprivate func isConfirmed(by publisher: VerifiedPublisher) -> Bool {
    account.lowercased() == publisher.account.lowercased()
      && (workflow == nil || workflow == publisher.workflow)
  }
}
