internal import Cryptography
internal import Diagnostics

/// The verification of one bundle with one trusted root.
struct BundleVerification {
  let bundle: SigstoreBundle
  let root: TrustedRoot
  let artifact: AttestedArtifact
  let signer: ExpectedSigner

  /// Returns what the bundle proves about the file.
  func result() throws(AttestationFault) -> VerifiedAttestation {
    switch (bundle.signer, signer) {
    case (.key, .key(let key)):
      let times = try SigningTimes(of: bundle, in: root)
      return try result(signedWith: key, verifier: key.der, identity: nil, at: times)
    case (.certificate(let certificate), .anyone), (.certificate(let certificate), .identity):
      let times = try times(of: certificate)
      let identity = try identity(in: certificate, at: times)
      return try result(
        signedWith: certificate.publicKey, verifier: certificate.der, identity: identity,
        at: times)
    case (.key, _): throw .signer(.noCertificate)
    case (.certificate, .key): throw .signer(.noKey)
    }
  }

  /// Returns the proven times of a signature made with a certificate.
  private func times(of certificate: Certificate) throws(AttestationFault) -> SigningTimes {
    do {
      return try SigningTimes(of: bundle, in: root)
    } catch {
      // A root whose authority did not issue the certificate does not know the log, either. The
      // unknown authority says more.
      guard IssuedCertificate(certificate, by: root, at: certificate.validity.lowerBound) != nil
      else { throw .signer(.unknownAuthority(issuer: try? SignerIdentity.issuer(in: certificate))) }
      throw error
    }
  }

  /// Returns the identity in a certificate. Verifies that the certificate was valid at all of the
  /// times, and that the identity is the expected one.
  private func identity(
    in certificate: Certificate, at times: SigningTimes
  ) throws(AttestationFault) -> SignerIdentity {
    let issued = try IssuedCertificate(certificate, by: root, at: times)
    do throws(AttestationSignerFault) {
      try issued.verifyPurpose(in: root)
      let identity = try SignerIdentity(certificate)
      guard case .identity(let expected) = signer else { return identity }
      guard identity.issuer.isSame(as: expected.issuer) else {
        throw .issuer(expected: expected.issuer, found: identity.issuer)
      }
      guard identity.subjectText.isSame(as: expected.subject) else {
        throw .subject(expected: expected.subject, found: identity.subjectText)
      }
      return identity
    } catch {
      throw .signer(error)
    }
  }

  private func result(
    signedWith key: PublicKey, verifier: [UInt8], identity: SignerIdentity?, at times: SigningTimes
  ) throws(AttestationFault) -> VerifiedAttestation {
    let content = SignedContent(bundle, artifact)
    let statement: SignedStatement?
    do {
      statement = try content.verifiedStatement()
    } catch {
      throw .statement(error)
    }
    guard content.isSigned(with: key) else { throw .signature }
    if let entry = bundle.entry {
      let body = try EntryBody(parsing: entry.text, kind: entry.kind)
      guard body.signature == bundle.signature, body.verifier == verifier,
        content.has(body.content)
      else { throw .log(.otherContent) }
    }
    return VerifiedAttestation(identity: identity, statement: statement, time: times.earliest)
  }
}

extension String {
  /// Returns whether the texts have the same bytes. Strings are equal even if they compose a
  /// character differently.
  fileprivate func isSame(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
