import Attestations
import Diagnostics
import SampleAttestations
import Testing
import Vocabulary

struct HostileAttestationTests {
  private static let authority = SampleAuthority()
  private static let stranger = SampleAuthority()
  private static let digest = SHA256Digest(of: "tool")

  private func text(_ form: SampleAttestation.Form, of authority: SampleAuthority) -> String {
    let identity = SampleIdentity.gitHub(repository: "acme/tool")
    return String(
      decoding: authority.bundle(
        for: Self.digest, name: "tool", identity: identity, form: form), as: UTF8.self)
  }

  private func texts(_ form: SampleAttestation.Form) -> Mutation.Texts {
    Mutation.Texts(
      text: text(form, of: Self.authority), sibling: text(form, of: Self.authority),
      stranger: text(form, of: Self.stranger))
  }

  private func verify(_ text: [UInt8]) throws -> VerifiedAttestation {
    let root = try TrustedRoot(parsing: Self.authority.rootText, issuer: Self.authority.issuer)
    return try AttestationVerifier(roots: [root]).verify(
      SigstoreBundle(parsing: text), of: AttestedArtifact(digest: Self.digest, name: "tool"),
      by: .anyone)
  }

  @Test func `There are at least sixty mutations, each with its own description`() {
    #expect(Mutation.all.count >= 60)
    #expect(Set(Mutation.all.map { "\($0.form) \($0.description)" }).count == Mutation.all.count)
  }

  @Test(arguments: Mutation.all)
  func `A mutation of a valid attestation is refused`(mutation: Mutation) throws {
    let texts = texts(mutation.form)
    #expect(throws: Never.self) { try verify(Array(texts.text.utf8)) }
    let changed = mutation.change(texts)
    try #require(changed != texts.text)
    #expect(throws: AttestationFault.self) { try verify(Array(changed.utf8)) }
  }

  @Test(arguments: [
    SampleAttestation.Form.version1, .version3, .fileSignature, .publishAttestation,
  ])
  func `Every bit counts`(form: SampleAttestation.Form) throws {
    let text = Array(text(form, of: Self.authority).utf8)
    for position in stride(from: 0, to: text.count, by: 11) {
      var changed = text
      changed[position] ^= 1
      #expect(throws: AttestationFault.self, "byte \(position)") { try verify(changed) }
    }
  }

  @Test(arguments: [SampleAttestation.Form.version3, .publishAttestation])
  func `A truncated text is refused`(form: SampleAttestation.Form) throws {
    let text = Array(text(form, of: Self.authority).utf8)
    for count in stride(from: 0, to: text.count, by: 7) {
      #expect(throws: AttestationFault.self, "\(count) bytes") {
        try SigstoreBundle(parsing: Array(text.prefix(count)))
      }
    }
  }

  @Test func `The same text is refused for another file`() throws {
    let text = Array(text(.version3, of: Self.authority).utf8)
    let root = try TrustedRoot(parsing: Self.authority.rootText, issuer: Self.authority.issuer)
    let other = SHA256Digest(of: "loot")
    #expect(
      throws: AttestationFault.statement(
        .digest(expected: other.hexadecimal, found: Self.digest.hexadecimal))
    ) {
      try AttestationVerifier(roots: [root]).verify(
        SigstoreBundle(parsing: text), of: AttestedArtifact(digest: other), by: .anyone)
    }
  }
}
