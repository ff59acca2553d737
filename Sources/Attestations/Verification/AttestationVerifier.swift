internal import Cryptography
package import Diagnostics

/// Verifies bundles with trusted roots, without a network and without the clock: only times that a
/// log or a timestamp authority has signed count.
package struct AttestationVerifier: Sendable {
  private let roots: [TrustedRoot]

  /// Creates a verifier. A bundle is verified if one of the roots vouches for it. The root of the
  /// public instance vouches for every issuer that it knows, and each other root for its own alone.
  package init(roots: [TrustedRoot]) { self.roots = roots }

  /// Verifies that `signer` has attested a file.
  ///
  /// - Throws: The fault that the last step of the verification has found. If several roots could
  ///   vouch for the bundle, that is the one of a root whose authority has issued the certificate.
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
