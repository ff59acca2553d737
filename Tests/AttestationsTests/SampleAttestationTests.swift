import Attestations
import Cryptography
import Diagnostics
import SampleAttestations
import Testing
import Vocabulary

struct SampleAttestationTests {
  private static let issuer = "https://token.acme.example"
  private let authority = SampleAuthority(issuer: issuer)
  private let digest = SHA256Digest(of: "tool")

  private func verify(
    _ attestation: SampleAttestation, by signer: ExpectedSigner = .anyone, name: String? = "tool"
  ) throws -> VerifiedAttestation {
    let root = try TrustedRoot(parsing: authority.rootText, issuer: Self.issuer)
    return try AttestationVerifier(roots: [root]).verify(
      SigstoreBundle(parsing: authority.text(of: attestation)),
      of: AttestedArtifact(digest: digest, name: name), by: signer)
  }

  private func attestation(
    by identity: SampleIdentity = .gitHub(repository: "acme/tool")
  ) -> SampleAttestation {
    SampleAttestation(of: digest, name: "tool", by: identity)
  }

  @Test(arguments: [
    SampleAttestation.Form.version1, .version2, .version3, .fileSignature, .publishAttestation,
  ])
  func `Every form of attestation is verified`(form: SampleAttestation.Form) throws {
    var attestation = attestation()
    attestation.form = form
    let verified = try verify(attestation)
    #expect(verified.time == 1_760_000_000)
    #expect((verified.statement == nil) == (form == .fileSignature))
    #expect(verified.identity.flatMap { WorkflowIdentity($0) }?.repository == "acme/tool")
  }

  @Test(arguments: SampleKeyKind.allCases)
  func `Keys of every supported kind can sign`(kind: SampleKeyKind) throws {
    var attestation = attestation()
    attestation.key = kind
    #expect(throws: Never.self) { try verify(attestation) }
  }

  @Test func `A statement can be about several files`() throws {
    var attestation = attestation()
    attestation.others = ["another": SHA256Digest(of: "another")]
    #expect(try verify(attestation, name: nil).statement?.subjects.count == 2)
    attestation.form = .publishAttestation
    #expect(throws: AttestationFault.statement(.subjects(2))) { try verify(attestation) }
  }

  @Test func `A certificate must be for signing code, and logged`() throws {
    var attestation = attestation()
    attestation.permitsCodeSigning = false
    #expect(throws: AttestationFault.signer(.purpose)) { try verify(attestation) }
    attestation = self.attestation()
    attestation.isAuthority = true
    #expect(throws: AttestationFault.signer(.purpose)) { try verify(attestation) }
    attestation = self.attestation()
    attestation.isCertificateLogged = false
    #expect(throws: AttestationFault.signer(.unloggedCertificate)) { try verify(attestation) }
  }

  @Test func `Only the time of the proof counts`() throws {
    // Long ago, and long after today.
    for time in [1_710_000_000, 1_990_000_000] {
      var attestation = attestation()
      (attestation.time, attestation.certificateStart) = (time, time)
      #expect(try verify(attestation).time == time)
    }
    var attestation = attestation()
    attestation.time = attestation.certificateStart + 601
    let late = attestation.time
    #expect(throws: AttestationFault.outsideValidity(of: .certificate, time: late)) {
      try verify(attestation)
    }
    // Before the root.
    (attestation.time, attestation.certificateStart) = (1_690_000_000, 1_690_000_000)
    #expect(throws: AttestationFault.outsideValidity(of: .log, time: 1_690_000_000)) {
      try verify(attestation)
    }
  }

  @Test func `A root vouches for its own issuer alone`() throws {
    var identity = SampleIdentity.gitHub(repository: "acme/tool")
    identity.issuer = "https://token.actions.githubusercontent.com"
    let attestation = attestation(by: identity)
    let fault = AttestationFault.signer(.unknownAuthority(issuer: identity.issuer))
    #expect(throws: fault) { try verify(attestation) }
    let roots = [
      try #require(TrustedRoot.publicInstance),
      try TrustedRoot(parsing: authority.rootText, issuer: Self.issuer),
    ]
    #expect(throws: fault) {
      try AttestationVerifier(roots: roots).verify(
        SigstoreBundle(parsing: authority.text(of: attestation)),
        of: AttestedArtifact(digest: digest), by: .anyone)
    }
  }

  @Test func `A certificate of another instance with the same names is refused`() throws {
    let other = SampleAuthority(issuer: Self.issuer)
    let root = try TrustedRoot(parsing: other.rootText, issuer: Self.issuer)
    #expect(throws: AttestationFault.signer(.unknownAuthority(issuer: Self.issuer))) {
      try AttestationVerifier(roots: [root]).verify(
        SigstoreBundle(parsing: authority.text(of: attestation())),
        of: AttestedArtifact(digest: digest), by: .anyone)
    }
  }

  @Test func `An identity is compared byte for byte`() throws {
    let subject = "https://github.com/acme/tool/.github/workflows/release.yml@refs/tags/v1.0"
    let attestation = attestation()
    let expected = CertificateIdentity(subject: subject, issuer: Self.issuer)
    #expect(throws: Never.self) { try verify(attestation, by: .identity(expected)) }
    for other in [
      subject.replacing("acme", "Acme"), subject.replacing("v1.0", "../tags/v1.0"),
      subject.replacing("acme", "fork"), subject + "/", String(subject.dropLast()), "",
    ] {
      let identity = CertificateIdentity(subject: other, issuer: Self.issuer)
      #expect(throws: AttestationFault.signer(.subject(expected: other, found: subject))) {
        try verify(attestation, by: .identity(identity))
      }
    }
    let issuer = CertificateIdentity(subject: subject, issuer: Self.issuer + "/")
    #expect(
      throws: AttestationFault.signer(.issuer(expected: Self.issuer + "/", found: Self.issuer))
    ) {
      try verify(attestation, by: .identity(issuer))
    }
  }

  @Test func `The holder of a certificate is not the holder of a key`() throws {
    let text =
      "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAExRRST79+PsrRBnGAI4cMu6Omz2Jh"
      + "fwlMW+gIutNKVRaMyS4rQKvgngc5p8UbLj55pVHhIoAxi/SRgURZI0J3Xw=="
    let key = try #require(Base64.standard.decode(text).flatMap { PublicKey(der: $0) })
    #expect(throws: AttestationFault.signer(.noKey)) { try verify(attestation(), by: .key(key)) }
  }
}

extension String {
  /// Returns the text with `other` instead of the first occurrence of `text`.
  fileprivate func replacing(_ text: String, _ other: String) -> String {
    guard let range = firstRange(of: text) else { return self }
    return replacingCharacters(in: range, other)
  }

  private func firstRange(of text: String) -> Range<Index>? {
    indices.first { self[$0...].hasPrefix(text) }.map {
      $0..<index($0, offsetBy: text.count)
    }
  }

  private func replacingCharacters(in range: Range<Index>, _ other: String) -> String {
    String(self[..<range.lowerBound]) + other + self[range.upperBound...]
  }
}
