internal import CCrypto

/// A public key of minisign, with which signatures are verified: Ed25519 (RFC 8032) over the
/// BLAKE2b-512 digest (RFC 7693) of a file.
package struct SignatureKey: Hashable, Sendable {
  /// The number that a signature states to name its key, in hexadecimal as minisign prints it.
  package let id: String
  private let key: [UInt8]

  /// Creates a key from the second line of a `.pub` file: base64 of the algorithm, the id, and the
  /// key. Returns `nil` if the text is no such line.
  package init?(_ text: String) {
    guard let bytes = Base64.standard.decode(text), bytes.count == 42,
      bytes.starts(with: Array("Ed".utf8))
    else { return nil }
    id = Self.idText(bytes[2..<10])
    key = Array(bytes[10...])
  }

  /// Returns the text of an id, whose bytes are in little-endian order.
  static func idText(_ bytes: ArraySlice<UInt8>) -> String {
    bytes.reversed().map { byte in
      let digits = String(byte, radix: 16, uppercase: true)
      return digits.count == 1 ? "0" + digits : digits
    }.joined()
  }

  /// Returns whether `signature` was made with this key, for a file with these bytes, and whether
  /// its trusted comment is the one that was signed.
  package func verifies(_ signature: DetachedSignature, of bytes: [UInt8]) -> Bool {
    BLAKE2b.digest(of: bytes).map { verifies(signature, ofDigest: $0) } ?? false
  }

  /// Returns whether `signature` was made with this key, for a file with this BLAKE2b-512 digest,
  /// and whether its trusted comment is the one that was signed.
  package func verifies(_ signature: DetachedSignature, ofDigest digest: [UInt8]) -> Bool {
    guard signature.keyID == id else { return false }
    return verifies(signature.signature, of: digest)
      && verifies(
        signature.commentSignature, of: signature.signature + Array(signature.comment.utf8))
  }

  /// Returns whether an Ed25519 signature of `message` is valid (EVP_DigestVerify(3)).
  private func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
    SHA256.prepareLibrary()
    guard
      let publicKey = unsafe EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nil, key, key.count),
      let context = unsafe EVP_MD_CTX_new()
    else { return false }
    defer {
      unsafe EVP_MD_CTX_free(context)
      unsafe EVP_PKEY_free(publicKey)
    }
    return unsafe EVP_DigestVerifyInit(context, nil, nil, nil, publicKey) == 1
      && EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
  }
}
