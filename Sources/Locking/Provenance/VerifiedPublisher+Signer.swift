internal import Attestations
internal import Cryptography
internal import Diagnostics
internal import Manifests

extension VerifiedPublisher {
  /// Returns the publisher that a lock names for a signer.
  ///
  /// Omits the issuer if it is that of the public service. Any other issuer is included, because
  /// only a root that was accepted for it vouches for it, and it must not look like the public
  /// service.
  ///
  /// - Throws: ``UnverifiedFile/Reason/unnamedSigner(_:)`` if the signer has a different form, or
  ///   if somebody else vouches for an account of a public service.
  init(_ signer: SignerIdentity) throws(UnverifiedFile.Reason) {
    let publisher =
      switch signer.subject {
      case .email(let address): Self.holder(of: address, issuer: signer.issuer)
      case .uri: WorkflowIdentity(signer).flatMap(Self.workflow)
      case .other: VerifiedPublisher?.none
      }
    guard let publisher else { throw .unnamedSigner(signer.subjectText) }
    self = publisher
  }

  /// The issuer of Google's email addresses.
  private static let googleIssuer = "https://accounts.google.com"

  /// Returns the publisher for the holder of an email address, or `nil` if a lock cannot name it.
  private static func holder(of address: String, issuer: String) -> VerifiedPublisher? {
    issuer == googleIssuer
      ? VerifiedPublisher("google", address)
      : VerifiedPublisher("email", address, issuer: issuer)
  }

  /// Returns the publisher for a workflow, or `nil` if a lock cannot name it.
  private static func workflow(_ identity: WorkflowIdentity) -> VerifiedPublisher? {
    // The public instance always spells the names of these servers in the same way.
    let isPublic = ["https://github.com", "https://gitlab.com"].contains(identity.server)
    if identity.hasServerOfPublicService, !isPublic || !TrustedRoot.isPublic(identity.issuer) {
      return nil
    }
    return VerifiedPublisher(
      identity.service.rawValue, identity.repository, workflow: identity.workflow,
      calledWorkflow: identity.calledWorkflow,
      issuer: isPublic && identity.hasIssuerOfService ? nil : identity.issuer)
  }
}
