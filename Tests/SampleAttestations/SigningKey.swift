internal import CCrypto
internal import Vocabulary

/// A new private key.
@safe final class SigningKey {
  private let key: OpaquePointer
  private let kind: SampleKeyKind

  init(_ kind: SampleKeyKind = .p256) {
    self.kind = kind
    guard let context = unsafe EVP_PKEY_CTX_new_from_name(nil, kind.algorithm, nil) else {
      fatalError("libcrypto lacks \(kind)")
    }
    defer { unsafe EVP_PKEY_CTX_free(context) }
    var key: OpaquePointer?
    guard unsafe EVP_PKEY_keygen_init(context) == 1, unsafe Self.setGroup(kind.group, of: context),
      unsafe EVP_PKEY_generate(context, &key) == 1, let key = unsafe key
    else { fatalError("libcrypto cannot create \(kind)") }
    unsafe self.key = key
  }

  /// Selects the curve of a new key. Does nothing for keys without a curve.
  @unsafe private static func setGroup(_ group: String?, of context: OpaquePointer) -> Bool {
    guard let group else { return true }
    return unsafe EVP_PKEY_CTX_set_group_name(context, group) == 1
  }

  deinit { unsafe EVP_PKEY_free(key) }

  /// The DER encoding of the public key (SubjectPublicKeyInfo).
  var publicKey: [UInt8] {
    let count = unsafe i2d_PUBKEY(key, nil)
    var bytes = [UInt8](repeating: 0, count: Int(count))
    unsafe bytes.withUnsafeMutableBufferPointer { buffer in
      var start = buffer.baseAddress
      _ = unsafe i2d_PUBKEY(key, &start)
    }
    return bytes
  }

  /// Returns a signature of a message, with the digest for the kind of key.
  func sign(_ message: [UInt8]) -> [UInt8] {
    guard let context = unsafe EVP_MD_CTX_new() else { fatalError("out of memory") }
    defer { unsafe EVP_MD_CTX_free(context) }
    var signature = [UInt8](repeating: 0, count: 1024)
    var count = signature.count
    let isSigned =
      unsafe EVP_DigestSignInit_ex(context, nil, kind.digest, nil, nil, key, nil) == 1
      && EVP_DigestSign(context, &signature, &count, message, message.count) == 1
    precondition(isSigned, "libcrypto cannot sign")
    return Array(signature.prefix(count))
  }

  /// Returns an ECDSA signature of a message with this SHA-256 digest.
  func signDigest(_ digest: SHA256Digest) -> [UInt8] {
    guard let context = unsafe EVP_PKEY_CTX_new(key, nil) else { fatalError("out of memory") }
    defer { unsafe EVP_PKEY_CTX_free(context) }
    var signature = [UInt8](repeating: 0, count: 1024)
    var count = signature.count
    let isSigned =
      unsafe EVP_PKEY_sign_init(context) == 1
      && EVP_PKEY_sign(context, &signature, &count, digest.bytes, SHA256Digest.byteCount) == 1
    precondition(isSigned, "libcrypto cannot sign")
    return Array(signature.prefix(count))
  }
}

/// A kind of key.
package enum SampleKeyKind: Sendable, CaseIterable {
  case p256, p384, p521, ed25519, rsa

  fileprivate var algorithm: String {
    switch self {
    case .p256, .p384, .p521: "EC"
    case .ed25519: "ED25519"
    case .rsa: "RSA"
    }
  }

  fileprivate var group: String? {
    switch self {
    case .p256: "P-256"
    case .p384: "P-384"
    case .p521: "P-521"
    case .ed25519, .rsa: nil
    }
  }

  fileprivate var digest: String? {
    switch self {
    case .p256, .rsa: "SHA256"
    case .p384: "SHA384"
    case .p521: "SHA512"
    case .ed25519: nil
    }
  }
}
