import Cryptography
import Testing

@Suite struct PublicKeyTests {
  static let kinds: [(name: String, kind: PublicKey.Kind)] = [
    ("p256", .p256), ("p384", .p384), ("p521", .p521), ("rsa", .rsa), ("rsa-pss", .rsaPSS),
    ("ed25519", .ed25519),
  ]

  @Test(arguments: kinds)
  func `a key verifies its own signatures of the same message`(
    name: String, kind: PublicKey.Kind
  ) throws {
    let key = try CryptographyFixture.key(name)
    let signature = try CryptographyFixture.bytes("keys/\(name).sig")
    let message = CryptographyFixture.message
    #expect(key.kind == kind)
    #expect(PublicKey(der: key.der) == key)
    #expect(key.verifies(signature, of: message))
    #expect(!key.verifies(signature, of: message + [10]))
    for other in [
      [], Array(signature.dropLast()), signature + [0], [UInt8](repeating: 0, count: 64),
    ] {
      #expect(!key.verifies(other, of: message))
    }
    for other in Self.kinds where other.name != name {
      #expect(try !CryptographyFixture.key(other.name).verifies(signature, of: message))
    }
  }

  @Test(arguments: kinds)
  func `a signature of a SHA-256 digest needs no message`(
    name: String, kind: PublicKey.Kind
  ) throws {
    let key = try CryptographyFixture.key(name)
    let signature = try CryptographyFixture.bytes("keys/\(name).sig")
    let digest = SHA256.digest(of: CryptographyFixture.message)
    let signsThisDigest: Set<PublicKey.Kind> = [.p256, .rsa, .rsaPSS]
    #expect(key.verifies(signature, ofSHA256: digest) == signsThisDigest.contains(kind))
    #expect(!key.verifies(signature, ofSHA256: SHA256.digest(of: [])))
  }

  @Test(arguments: [
    "rsa-1024", "p224", "secp256k1", "described-p256", "x25519", "ed448",
  ])
  func `a weak key, or one of another kind, is refused`(name: String) throws {
    let text = try CryptographyFixture.bytes("keys/refused-\(name).pem")
    let der = try #require(PEM.blocks("PUBLIC KEY", in: text)?.first)
    #expect(!der.isEmpty && PublicKey(der: der) == nil)
  }

  @Test func `an RSA key may lack the name of its algorithm`() throws {
    let key = try CryptographyFixture.key("rsa")
    // The 22 bytes before an RSAPublicKey of 270 bytes are the outer SEQUENCE, the algorithm, and
    // the start of the BIT STRING.
    let bare = Array(key.der.dropFirst(24))
    #expect(PublicKey(rsa: bare) == key)
    #expect(PublicKey(rsa: bare + [0]) == nil)
    #expect(PublicKey(rsa: key.der) == nil && PublicKey(der: bare) == nil)
  }

  @Test(arguments: kinds)
  func `a damaged key is refused or verifies nothing`(name: String, kind: PublicKey.Kind) throws {
    let key = try CryptographyFixture.key(name)
    let signature = try CryptographyFixture.bytes("keys/\(name).sig")
    CryptographyFixture.withDamagedCopies(of: key.der) { bytes, place in
      guard let other = PublicKey(der: bytes) else { return }
      #expect(bytes.count == key.der.count, "\(place)")
      #expect(!other.verifies(signature, of: CryptographyFixture.message), "\(place)")
    }
  }
}
