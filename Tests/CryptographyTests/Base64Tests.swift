import Cryptography
import Foundation
import Testing

@Suite struct Base64Tests {
  @Test func `base64 has no other characters`() {
    for text in ["", "f", "fo", "foo", "foob", "\u{0}\u{ff}ü?>"] {
      let encoded = Data(text.utf8).base64EncodedString()
      #expect(Base64.standard.decode(encoded) == Array(text.utf8))
      #expect(Base64.standard.decode(String(encoded.prefix { $0 != "=" })) == Array(text.utf8))
      let urlSafe = encoded.replacing("+", with: "-").replacing("/", with: "_")
      #expect(Base64.urlSafe.decode(urlSafe) == Array(text.utf8))
    }
    for text in ["A", "AAAAA", "AA==AA", "A===", "AA\n=", "AB", "AAB="] {
      #expect(Base64.standard.decode(text) == nil, "\(text)")
    }
    #expect(Base64.standard.decode("AA-_") == nil && Base64.urlSafe.decode("AA+/") == nil)
  }
}
