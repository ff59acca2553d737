import Cryptography
import Testing

@Suite struct CertificateTests {
  /// A second in 2026.
  static let time = 1_780_000_000

  private func chain(_ names: String..., at time: Int = time) throws -> CertificateChain? {
    let certificates = try names.map(CryptographyFixture.certificate)
    return CertificateChain(
      of: certificates[0], through: Array(certificates[1...].dropLast()),
      to: Array(certificates[1...].suffix(1)), at: time)
  }

  @Test func `a certificate states names, usages, and claims`() throws {
    let leaf = try CryptographyFixture.certificate("leaf")
    #expect(leaf.subjectAlternativeNames == [.uri("https://example.org/build.yml@refs/heads/main")])
    #expect(leaf.permitsSigning && leaf.permitsCodeSigning && !leaf.isAuthority)
    #expect(leaf.validity == 1_577_836_800...4_733_510_400)
    #expect(leaf.text(ofExtension: "1.3.6.1.4.1.57264.1.1") == "https://example.org")
    #expect(leaf.text(ofExtension: "1.3.6.1.4.1.57264.1.8") == "https://example.org")
    #expect(leaf.text(ofExtension: "1.3.6.1.4.1.57264.1.9") == nil)
    #expect(leaf.text(ofExtension: "2.5.29.15") == nil)
    #expect(leaf.extensionValue("2.5.29.15") == [3, 2, 7, 0x80])
    let mail = try CryptographyFixture.certificate("leaf-mail")
    #expect(mail.subjectAlternativeNames == [.email("a@example.org")])
    #expect(mail.publicKey.kind == .ed25519)
    let name = try CryptographyFixture.certificate("leaf-name")
    #expect(
      name.subjectAlternativeNames
        == [.other(oid: "1.3.6.1.4.1.57264.1.7", text: "ada!example.org")])
    let plain = try CryptographyFixture.certificate("leaf-plain")
    #expect(!plain.permitsSigning && !plain.permitsCodeSigning)
    #expect(plain.subjectAlternativeNames.isEmpty)
    #expect(try CryptographyFixture.certificate("intermediate").isAuthority)
  }

  @Test func `a chain is the path to a root`() throws {
    let path = try ["leaf", "intermediate", "root"].map(CryptographyFixture.certificate)
    let chain = try #require(
      CertificateChain(of: path[0], through: path.reversed(), to: [path[2]], at: Self.time))
    #expect(chain.certificates == path && chain.issuer == path[1])
    #expect(try self.chain("leaf-mail", "intermediate", "root") != nil)
    #expect(try self.chain("leaf-name", "intermediate", "root") != nil)
  }

  @Test(arguments: [
    ["leaf"], ["leaf", "root"], ["leaf", "intermediate"], ["leaf", "intermediate", "other-root"],
    // A certificate is not a root because it is trusted, and not a path because it is a root.
    ["leaf", "leaf"], ["root", "root"],
    ["leaf-of-leaf", "leaf", "intermediate", "root"],
    ["leaf-of-beyond", "beyond", "final", "root"],
    ["leaf-of-servers", "servers", "root"],
    ["leaf-by-sha1", "intermediate", "root"],
    ["leaf-critical", "intermediate", "root"],
    ["expired", "intermediate", "root"],
  ])
  func `anything else is not a chain`(names: [String]) throws {
    let certificates = try names.map(CryptographyFixture.certificate)
    #expect(
      CertificateChain(
        of: certificates[0], through: Array(certificates.dropFirst().dropLast()),
        to: Array(certificates.dropFirst().suffix(1)), at: Self.time) == nil)
  }

  @Test func `a chain is valid at a time`() throws {
    let expired = try CryptographyFixture.certificate("expired").validity
    for (time, isValid) in [
      (expired.lowerBound - 1, false), (expired.lowerBound, true), (expired.upperBound - 1, true),
      (expired.upperBound + 1, false), (.max, false), (.min, false),
    ] {
      #expect(try (chain("expired", "intermediate", "root", at: time) != nil) == isValid, "\(time)")
    }
  }

  @Test func `a chain has a maximum length`() throws {
    let path = try ["leaf", "intermediate", "root"].map(CryptographyFixture.certificate)
    let count = CertificateChain.maximumIntermediateCount
    for (count, isAccepted) in [(count, true), (count + 1, false)] {
      let intermediates = Array(repeating: path[1], count: count)
      let chain = CertificateChain(
        of: path[0], through: intermediates, to: [path[2]], at: Self.time)
      #expect((chain != nil) == isAccepted)
    }
  }

  @Test(arguments: ["leaf", "leaf-mail", "leaf-name"])
  func `a damaged certificate has no chain`(name: String) throws {
    let (issuer, root) = (
      try CryptographyFixture.certificate("intermediate"),
      try CryptographyFixture.certificate("root")
    )
    let der = try CryptographyFixture.bytes("certificates/\(name).der")
    CryptographyFixture.withDamagedCopies(of: der) { bytes, place in
      guard let leaf = Certificate(der: bytes) else { return }
      #expect(bytes.count == der.count, "\(place)")
      let chain = CertificateChain(of: leaf, through: [issuer], to: [root], at: Self.time)
      #expect(chain == nil, "\(place)")
    }
  }

  @Test func `a promise of a log is for one certificate, issuer, and key`() throws {
    let leaf = try CryptographyFixture.certificate("leaf-promised")
    let issuer = try CryptographyFixture.certificate("intermediate")
    let key = try CryptographyFixture.key("p256")
    let promises = try #require(SignedCertificateTimestamp.all(in: leaf))
    let promise = try #require(promises.first)
    #expect(promises.count == 1 && promise.logID == key.digest)
    #expect(promise.time == 1_600_000_000_000)
    #expect(promise.verifies(leaf, from: issuer, by: key))
    #expect(!promise.verifies(leaf, from: leaf, by: key))
    #expect(!promise.verifies(leaf, from: issuer, by: try CryptographyFixture.key("p384")))
    #expect(!promise.verifies(issuer, from: issuer, by: key))
    let without = try CryptographyFixture.certificate("leaf")
    #expect(SignedCertificateTimestamp.all(in: without) == [])
  }

  @Test func `a damaged certificate has no promise that counts`() throws {
    let issuer = try CryptographyFixture.certificate("intermediate")
    let key = try CryptographyFixture.key("p256")
    let der = try CryptographyFixture.bytes("certificates/leaf-promised.der")
    let leaf = try #require(Certificate(der: der))
    // The extension with the promises follows everything that the log signed.
    let value = try #require(leaf.extensionValue("1.3.6.1.4.1.11129.2.4.2"))
    let end = try #require(der.firstRange(of: value)).lowerBound
    CryptographyFixture.withDamagedCopies(of: der) { bytes, place in
      guard bytes.count == der.count, bytes[..<end] != der[..<end],
        let leaf = Certificate(der: bytes)
      else { return }
      let promises = SignedCertificateTimestamp.all(in: leaf) ?? []
      #expect(!promises.contains { $0.verifies(leaf, from: issuer, by: key) }, "\(place)")
    }
  }
}
