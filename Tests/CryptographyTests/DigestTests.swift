import Cryptography
import Filesystem
import Sandboxes
import Testing
import Vocabulary

@Suite struct DigestTests {
  /// The examples of FIPS 180-4, and two other inputs with known digests.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      String(repeating: "a", count: 1_000_000),
      "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
    ),
  ])
  func `known inputs have their standard digests`(text: String, hex: String) {
    #expect(SHA256.digest(of: Array(text.utf8)).hexadecimal == hex)
    #expect(SHA256Digest(of: text).hexadecimal == hex)
  }

  @Test func `both SHA-256 implementations agree`() {
    let bytes = (0..<300).map { UInt8(truncatingIfNeeded: $0 &* 167) }
    for count in bytes.indices {
      #expect(
        SHA256Digest(of: bytes.prefix(count)) == SHA256.digest(of: Array(bytes.prefix(count))))
    }
  }

  @Test func `a hasher can be reused and updated in pieces`() {
    var hasher = SHA256()
    hasher.update(Array("a".utf8))
    hasher.reset()
    hasher.update(Array("ab".utf8))
    hasher.update([])
    hasher.update(Array("c".utf8))
    #expect(hasher.finish() == SHA256.digest(of: Array("abc".utf8)))
    #expect(hasher.finish() == SHA256.digest(of: []))
  }

  @Test func `a file is hashed and measured together`() async throws {
    try await withScratch { scratch in
      let file = scratch.appending("file")
      let bytes = (0..<600_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
      try file.replaceContents(with: bytes)
      let result = try SHA256.digest(ofFile: file)
      #expect(result.digest == SHA256.digest(of: bytes))
      #expect(result.size == bytes.count)
    }
  }

  @Test(arguments: [
    // FIPS 180-4's examples for SHA-512.
    (
      "abc",
      "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
        + "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"
    ),
    (
      "",
      "CF83E1357EEFB8BDF1542850D66D8007D620E4050B5715DC83F4A921D36CE9CE"
        + "47D0D13C5D85F2B0FF8318D2877EEC2F63B931BD47417A81A538327AF927DA3E"
    ),
  ])
  func `the SHA-512 digest of a file is known`(text: String, hex: String) async throws {
    try await withScratch { scratch in
      let file = scratch.appending("file")
      try file.replaceContents(with: Array(text.utf8))
      let digest = try SHA512.digest(ofFile: file)
      #expect(digest == SHA512Digest(hexadecimal: Array(hex.utf8)[...]))
      #expect(digest.description == "sha512:\(hex.lowercased())")
    }
  }

  @Test func `hexadecimal digits of either case round-trip`() throws {
    let hex = "BA7816BF8F01CFEA414140DE5DAE2223b00361a396177a9cb410ff61f20015ad"
    let digest = try #require(SHA256Digest(hexadecimal: hex))
    #expect(digest.hexadecimal == hex.lowercased())
    #expect(SHA256Digest(bytes: digest.bytes) == digest)
  }

  @Test(arguments: ["", "ab", String(repeating: "g", count: 64), String(repeating: "é", count: 32)])
  func `an invalid digest is rejected`(hex: String) {
    #expect(SHA256Digest(hexadecimal: hex) == nil)
    #expect(SHA256Digest(bytes: Array(hex.utf8.prefix(31))) == nil)
    #expect(SHA512Digest(hexadecimal: Array((hex + hex).utf8)[...]) == nil)
    #expect(SHA512Digest(bytes: Array(hex.utf8.prefix(63))) == nil)
  }
}
