package import Cryptography
internal import Diagnostics

/// The identity of a signer, as stated in a certificate from the authority Fulcio.
package struct SignerIdentity: Hashable, Sendable {
  /// The address of the service that verified the name (OpenID Connect).
  package let issuer: String
  package let subject: SubjectAlternativeName
  /// What else the certificate says about a signer that is a workflow. No value is empty.
  private let claims: [Claim: String]

  /// A fact about the run of a workflow. The raw value is the last number of the extension's
  /// identifier (Fulcio's list of its object identifiers).
  package enum Claim: Int, CaseIterable, Hashable, Sendable {
    /// The workflow that signed, at its ref. If a workflow called a reusable one, this is the
    /// reusable one.
    case buildSignerURI = 9
    /// The address of the repository whose source was built.
    case sourceRepositoryURI = 12
    /// The commit that was built.
    case sourceRepositoryDigest = 13
    /// The branch or the tag that was built, such as `refs/tags/v1.2`.
    case sourceRepositoryRef = 14
    /// The workflow that was started, at its ref.
    case buildConfigURI = 18
  }

  private static let identifier = "1.3.6.1.4.1.57264.1"

  /// Reads the identity in a signer's certificate.
  init(_ certificate: Certificate) throws(AttestationSignerFault) {
    let names = certificate.subjectAlternativeNames
    guard names.count == 1, let issuer = try Self.issuer(in: certificate) else {
      throw .noSingleIdentity
    }
    subject = names[0]
    self.issuer = issuer
    var claims: [Claim: String] = [:]
    for claim in Claim.allCases {
      let text = certificate.text(ofExtension: "\(Self.identifier).\(claim.rawValue)")
      if let text, !text.isEmpty { claims[claim] = text }
    }
    self.claims = claims
  }

  /// Returns the service that verified the name of a certificate's holder, or `nil` if the
  /// certificate does not name it.
  ///
  /// Extension 8 replaces extension 1, which today's certificates still contain.
  static func issuer(in certificate: Certificate) throws(AttestationSignerFault) -> String? {
    let old = certificate.text(ofExtension: "\(identifier).1")
    let new = certificate.text(ofExtension: "\(identifier).8")
    if let old, let new, old != new { throw .noSingleIdentity }
    return new ?? old
  }

  /// Returns what the certificate says about `claim`, or `nil` if it says nothing.
  package func text(of claim: Claim) -> String? { claims[claim] }

  /// The name of the signer.
  package var subjectText: String {
    switch subject {
    case .uri(let text), .email(let text), .other(_, let text): text
    }
  }
}
