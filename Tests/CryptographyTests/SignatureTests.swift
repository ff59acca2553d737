import Foundation
import Snapshots
import Testing

@testable import Cryptography

/// Signatures that minisign made, of the files in `Fixtures/Releases`.
@Suite struct SignatureTests {
  private static func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: Snapshot.fixtures.appendingPathComponent("Releases/\(name)")))
  }

  private static func key(_ name: String) throws -> SignatureKey {
    let text = String(decoding: try bytes(name), as: UTF8.self)
    return try #require(SignatureKey(text.trimmingCharacters(in: .whitespacesAndNewlines)))
  }

  @Test func `a signature belongs to one key and one file`() throws {
    let key = try Self.key("key")
    let signature = try #require(DetachedSignature(try Self.bytes("serial-1.minisig")))
    #expect(signature.keyID == key.id && key.id == "1AEF47D6D5C0DB21")
    #expect(signature.comment == "file:releases")
    let file = try Self.bytes("serial-1")
    #expect(key.verifies(signature, of: file))
    #expect(!key.verifies(signature, of: file + [10]))
    #expect(!key.verifies(signature, of: try Self.bytes("serial-2")))
    #expect(try !Self.key("other-key").verifies(signature, of: file))
  }

  @Test func `every byte of a signature counts`() throws {
    let (key, file) = (try Self.key("key"), try Self.bytes("serial-1"))
    let text = try Self.bytes("serial-1.minisig")
    let original = try #require(DetachedSignature(text))
    let untrusted = try #require(text.firstIndex(of: 10))
    for index in text.indices where index > untrusted && text[index] != 10 {
      var other = text
      other[index] = other[index] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
      guard let signature = DetachedSignature(other) else { continue }
      // The last digit of base64 may have bits that belong to no byte.
      let isSame =
        signature.signature == original.signature
        && signature.commentSignature == original.commentSignature
        && signature.comment == original.comment && signature.keyID == original.keyID
      #expect(key.verifies(signature, of: file) == isSame, "byte \(index)")
    }
  }

  @Test func `what has another form is neither a key nor a signature`() throws {
    let text = String(decoding: try Self.bytes("serial-1.minisig"), as: UTF8.self)
    for other in [
      "", "untrusted comment: a\n", text + text, text.replacingOccurrences(of: "trusted", with: ""),
      // The signature of an older minisign, whose algorithm is `Ed`.
      text.replacingOccurrences(of: "\nRUQ", with: "\nRWQ"), String(repeating: "x\n", count: 4),
      String(repeating: " ", count: 5000) + text,
    ] {
      #expect(DetachedSignature(Array(other.utf8)) == nil, "\(other)")
    }
    for other in ["", "RWQ", "RUQh28DV1kfvGqAsf2JhdpTzXK5cozVCHZvhRI1eyCMkI84o/N2T6HpyYN4b9Hnk"] {
      #expect(SignatureKey(other) == nil, "\(other)")
    }
  }
}
