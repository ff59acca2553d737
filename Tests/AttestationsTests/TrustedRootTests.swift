import Attestations
import Diagnostics
import SampleAttestations
import Testing

struct TrustedRootTests {
  private static let text = String(decoding: SampleAuthority().rootText, as: UTF8.self)

  @Test func `The program contains the root of the public instance`() {
    #expect(TrustedRoot.publicInstance != nil)
    #expect(TrustedRoot.publicInstance?.issuer == nil)
  }

  @Test(arguments: [
    ("\"tlogs\"", "\"logs\"", AttestationFormFault.unknownMember("logs")),
    (
      "version=0.1", "version=1.0",
      .unknownVersion("application/vnd.dev.sigstore.trustedroot+json;version=1.0")
    ),
    (
      "\"validFor\":{\"start\"", "\"validFor\":{\"end\"",
      .missingMember("certificateAuthorities.validFor.start")
    ),
    ("2023-11-14", "2023-13-14", .invalidMember("certificateAuthorities.validFor.start")),
    ("\"mediaType\":", "\"tlogs\":[],\"mediaType\":", .repeatedMember("tlogs")),
    (
      "{\"certificates\":[", "{\"certificates\":[{\"rawBytes\":\"AAAA\"},",
      .invalidMember("certificateAuthorities.certChain.certificates.rawBytes")
    ),
  ])
  func `A root with an unexpected form is refused`(
    old: String, new: String, fault: AttestationFormFault
  ) {
    #expect(throws: AttestationFault.form(fault)) {
      try TrustedRoot(
        parsing: Array(Self.text.replacing(old, with: new).utf8), issuer: "https://acme.example")
    }
  }

  @Test func `A root that ends before it starts is refused`() {
    let text = Self.text.replacing(
      "\"validFor\":{", with: "\"validFor\":{\"end\":\"2020-01-01T00:00:00.999Z\",")
    #expect(
      throws: AttestationFault.form(.invalidMember("certificateAuthorities.validFor.end"))
    ) {
      try TrustedRoot(parsing: Array(text.utf8), issuer: "https://acme.example")
    }
  }

  @Test func `A huge root is refused`() {
    let text = Self.text + String(repeating: " ", count: TrustedRoot.maximumByteCount)
    #expect(throws: AttestationFault.form(.tooLarge(limit: TrustedRoot.maximumByteCount))) {
      try TrustedRoot(parsing: Array(text.utf8), issuer: "https://acme.example")
    }
  }
}
