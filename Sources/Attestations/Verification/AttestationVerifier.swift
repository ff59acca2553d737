internal import Cryptography
package import Diagnostics

/// Verifies bundles with trusted roots. Uses neither a network nor the clock: only times that a log
/// or a timestamp authority signed count.
package struct AttestationVerifier: Sendable {
  private let roots: [TrustedRoot]

  /// Creates a verifier. A bundle is verified if one of the roots vouches for it. The root of the
  /// public instance vouches for every issuer that it knows. Every other root vouches only for its
  /// own.
  package init(roots: [TrustedRoot]) { self.roots = roots }

  /// Verifies that `signer` attested a file.
  ///
  /// - Throws: The fault that ended the verification. If several roots could vouch for the bundle,
  ///   it is the fault found with a root whose authority issued the certificate.
  package func verify(
    _ bundle: SigstoreBundle, of artifact: AttestedArtifact, by signer: ExpectedSigner
  ) throws(AttestationFault) -> VerifiedAttestation {
    let issuer = try issuer(of: bundle)
    var fault = AttestationFault.signer(.unknownAuthority(issuer: issuer))
    for root in roots where issuer == nil || root.issuer == nil || root.issuer == issuer {
      let verification = BundleVerification(
        bundle: bundle, root: root, artifact: artifact, signer: signer)
      do {
        return try verification.result()
      } catch .signer(.unknownAuthority) {
        continue
      } catch {
        fault = error
      }
    }
    throw fault
  }

  /// Returns the issuer that the signer's certificate names, or `nil` if there is no certificate.
  private func issuer(of bundle: SigstoreBundle) throws(AttestationFault) -> String? {
    guard case .certificate(let certificate) = bundle.signer else { return nil }
    do throws(AttestationSignerFault) {
      guard let issuer = try SignerIdentity.issuer(in: certificate) else {
        throw .noSingleIdentity
      }
      return issuer
    } catch {
      throw .signer(error)
    }
  }
}
