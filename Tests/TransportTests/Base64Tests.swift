import Foundation
import Testing
import Transport

@Suite struct Base64Tests {
  @Test func `base64 has no other characters`() {
    for text in ["", "f", "fo", "foo", "foob", "\u{0}\u{ff}ü?>"] {
      let encoded = Data(text.utf8).base64EncodedString()
      #expect(base64Bytes(encoded) == Array(text.utf8))
      #expect(base64Bytes(String(encoded.prefix { $0 != "=" })) == Array(text.utf8))
    }
    for text in ["A", "AAAAA", "AA-_", "AA==AA", "A===", "AA\n="] {
      #expect(base64Bytes(text) == nil, "\(text)")
    }
  }
}
