internal import Cryptography

/// A new minisign private key. Its id is always the same.
///
/// Sendable because the key never changes, and libcrypto can use it in several threads at once.
package final class SampleMinisignKey: @unchecked Sendable {
  private let key = SigningKey(.ed25519)
  private static let idBytes: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8]

  /// The id, as minisign prints it.
  package static let id = "0807060504030201"

  package init() {}

  /// The public key in the form that a definition states.
  package var publicText: String {
    base64(Array("Ed".utf8) + Self.idBytes + key.publicKey.suffix(32))
  }

  /// Returns the text of a signature of a file with these bytes.
  package func signature(of bytes: [UInt8]) -> [UInt8] {
    let signature = key.sign(BLAKE2b.digest(of: bytes) ?? [])
    let comment = "signed for a test"
    let lines = [
      "untrusted comment: signature",
      base64(Array("ED".utf8) + Self.idBytes + signature),
      "trusted comment: \(comment)",
      base64(key.sign(signature + Array(comment.utf8))),
    ]
    return Array(lines.map { $0 + "\n" }.joined().utf8)
  }
}
