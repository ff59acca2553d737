internal import Cryptography
internal import Diagnostics
internal import Vocabulary

/// A signer's certificate that an authority of a trusted root issued.
struct IssuedCertificate {
  private let certificate: Certificate
  private let issuer: Certificate

  /// Finds the path to an authority at a time, whether or not the authority was still valid then.
  /// Returns `nil` if there is none.
  init?(_ certificate: Certificate, by root: TrustedRoot, at time: Int) {
    guard let chain = Self.chain(of: certificate, to: root.authorities, at: time) else {
      return nil
    }
    self.certificate = certificate
    issuer = chain.issuer
  }

  /// Verifies that the certificate and the authority were valid at each of the times.
  init(
    _ certificate: Certificate, by root: TrustedRoot, at times: SigningTimes
  ) throws(AttestationFault) {
    var issuer: Certificate?
    for time in times.seconds {
      guard certificate.validity.contains(time) else {
        throw .outsideValidity(of: .certificate, time: time)
      }
      let authorities = root.authorities.filter { $0.validity.contains(time) }
      guard let chain = Self.chain(of: certificate, to: authorities, at: time) else {
        guard IssuedCertificate(certificate, by: root, at: time) == nil else {
          throw .outsideValidity(of: .authority, time: time)
        }
        throw .signer(.unknownAuthority(issuer: try? SignerIdentity.issuer(in: certificate)))
      }
      issuer = chain.issuer
    }
    guard let issuer else { throw .noTime }
    self.certificate = certificate
    self.issuer = issuer
  }

  private static func chain(
    of certificate: Certificate, to authorities: [CertificateAuthority], at time: Int
  ) -> CertificateChain? {
    // A verification spends most of its time here. A lazy sequence would do everything twice.
    for authority in authorities {
      if let chain = authority.chain(of: certificate, at: time) { return chain }
    }
    return nil
  }

  /// Verifies that the certificate is for signing code, and that it was logged before it was used.
  func verifyPurpose(in root: TrustedRoot) throws(AttestationSignerFault) {
    guard certificate.permitsSigning, certificate.permitsCodeSigning, !certificate.isAuthority
    else { throw .purpose }
    // GitHub's root for private repositories has no logs.
    guard root.certificateLogs.isEmpty || isLogged(in: root) else { throw .unloggedCertificate }
  }

  /// Returns whether one of the promises in the certificate is from a log of the root.
  private func isLogged(in root: TrustedRoot) -> Bool {
    let promises = SignedCertificateTimestamp.all(in: certificate) ?? []
    return promises.contains { promise in
      root.certificateLogs.contains { log in
        guard let key = log.key, log.id == promise.logID.bytes else { return false }
        return log.validity.contains(promise.time / 1000)
          && promise.verifies(certificate, from: issuer, by: key)
      }
    }
  }
}
