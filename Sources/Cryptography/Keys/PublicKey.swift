internal import CCrypto
package import Vocabulary

/// A public key in the form that certificates contain: a SubjectPublicKeyInfo (RFC 5280, 4.1.2.7).
package struct PublicKey: Sendable {
  /// The algorithm of a key, and its size if that determines which digest is signed.
  package enum Kind: Hashable, Sendable {
    /// ECDSA on a NIST curve (FIPS 186-4).
    case p256, p384, p521
    /// RSA with PKCS#1 v1.5, or with PSS (RFC 8017), and at least 2048 bits.
    case rsa, rsaPSS
    /// Ed25519 (RFC 8032).
    case ed25519
  }

  /// The DER encoding.
  package let der: [UInt8]
  package let kind: Kind
  private let handle: Handle

  /// Creates a key from its DER encoding. Returns `nil` if the bytes have a different form, or if
  /// the key is not of any ``Kind``, such as one on an elliptic curve that is described instead of
  /// named.
  package init?(der: [UInt8]) {
    SHA256.prepareLibrary()
    guard DERReader.isSequence(der, maximumByteCount: 4096),
      let key = unsafe decoded(der, by: { unsafe d2i_PUBKEY(nil, $0, $1) })
    else { return nil }
    // libcrypto skips some bits and parameters, so it reads the same key from several encodings.
    let canonical = unsafe encoded { unsafe i2d_PUBKEY(key, $0) }
    unsafe self.init(owning: key, der: canonical == der ? der : nil)
  }

  /// Creates a key from the DER encoding of an RSAPublicKey (RFC 8017, A.1.1), which does not name
  /// its algorithm. Returns `nil` if ``init(der:)`` does.
  package init?(rsa: [UInt8]) {
    SHA256.prepareLibrary()
    guard DERReader.isSequence(rsa, maximumByteCount: 4096),
      let key = unsafe decoded(
        rsa, by: { unsafe d2i_PublicKey(EVP_PKEY_RSA, nil, $0, $1) })
    else { return nil }
    unsafe self.init(owning: key, der: encoded { unsafe i2d_PUBKEY(key, $0) })
  }

  /// Creates a key from the first `PUBLIC KEY` block of a PEM text (RFC 7468, 13). Returns `nil` if
  /// there is no such block, or if ``init(der:)`` does.
  package init?(pem: [UInt8]) {
    guard let der = PEM.blocks("PUBLIC KEY", in: pem)?.first else { return nil }
    self.init(der: der)
  }

  /// Creates a key that owns a libcrypto key. Returns `nil` if that is not of any ``Kind``, or if
  /// `der` is `nil`.
  @unsafe init?(owning key: OpaquePointer, der: [UInt8]?) {
    handle = unsafe Handle(key)
    guard let der, let kind = unsafe Kind(of: key) else { return nil }
    self.kind = kind
    self.der = der
  }

  /// The SHA-256 digest of ``der``, by which transparency logs name their keys (RFC 6962, 3.2).
  package var digest: SHA256Digest { SHA256.digest(of: der) }

  /// Returns whether `signature` is a signature of `message` with this key (EVP_DigestVerify(3)).
  ///
  /// The digest depends on the kind: SHA-384 for P-384, SHA-512 for P-521, and otherwise SHA-256.
  /// Ed25519 signs the message itself. ECDSA signatures are in DER (RFC 3279, 2.2.3).
  package func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
    guard let context = unsafe EVP_MD_CTX_new() else { return false }
    defer { unsafe EVP_MD_CTX_free(context) }
    return unsafe EVP_DigestVerifyInit(context, nil, kind.digest, nil, handle.key) == 1
      && EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
  }

  /// Returns whether `signature` is a signature of a message with this SHA-256 digest
  /// (EVP_PKEY_verify(3)). Returns `false` for Ed25519, which does not sign digests.
  package func verifies(_ signature: [UInt8], ofSHA256 digest: SHA256Digest) -> Bool {
    guard kind != .ed25519, let context = unsafe EVP_PKEY_CTX_new(handle.key, nil) else {
      return false
    }
    defer { unsafe EVP_PKEY_CTX_free(context) }
    let bytes = digest.bytes
    return unsafe EVP_PKEY_verify_init(context) == 1
      && EVP_PKEY_CTX_set_signature_md(context, EVP_sha256()) == 1
      && EVP_PKEY_verify(context, signature, signature.count, bytes, bytes.count) == 1
  }
}

extension PublicKey: Hashable {
  /// Returns whether the encodings are equal.
  package static func == (left: PublicKey, right: PublicKey) -> Bool { left.der == right.der }

  /// Hashes the encoding.
  package func hash(into hasher: inout Hasher) { hasher.combine(der) }
}

extension PublicKey {
  /// The owner of a libcrypto key.
  ///
  /// Sendable because nothing changes the key, libcrypto counts references to it atomically, and
  /// each verification has its own context.
  @safe private final class Handle: @unchecked Sendable {
    let key: OpaquePointer

    @unsafe init(_ key: OpaquePointer) { unsafe self.key = key }

    deinit { unsafe EVP_PKEY_free(key) }
  }
}

extension PublicKey.Kind {
  private static let rsaBitCounts: ClosedRange<Int32> = 2048...8192

  /// Returns the kind of a libcrypto key, or `nil` if it is not one of these.
  @unsafe fileprivate init?(of key: OpaquePointer) {
    switch unsafe EVP_PKEY_get_base_id(key) {
    case EVP_PKEY_ED25519: self = .ed25519
    case EVP_PKEY_RSA where unsafe Self.rsaBitCounts ~= EVP_PKEY_get_bits(key): self = .rsa
    case EVP_PKEY_RSA_PSS where unsafe Self.rsaBitCounts ~= EVP_PKEY_get_bits(key): self = .rsaPSS
    case EVP_PKEY_EC:
      guard let kind = unsafe Self(ofNamedCurve: key) else { return nil }
      self = kind
    default: return nil
    }
  }

  /// Returns the kind of a key on an elliptic curve, or `nil` if its encoding does not name the
  /// curve. RFC 5480, 2.1.1 forbids others, because a description can hide a weak curve.
  @unsafe private init?(ofNamedCurve key: OpaquePointer) {
    var isDescribed: Int32 = 0
    var name = [CChar](repeating: 0, count: 32)
    guard
      unsafe EVP_PKEY_get_int_param(
        key, OSSL_PKEY_PARAM_EC_DECODED_FROM_EXPLICIT_PARAMS, &isDescribed) == 1, isDescribed == 0,
      unsafe EVP_PKEY_get_group_name(key, &name, name.count, nil) == 1
    else { return nil }
    switch String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self) {
    case "prime256v1": self = .p256
    case "secp384r1": self = .p384
    case "secp521r1": self = .p521
    default: return nil
    }
  }

  /// The algorithm of the digest that is signed, or `nil` if the message itself is signed.
  fileprivate var digest: OpaquePointer? {
    switch self {
    case .p256, .rsa, .rsaPSS: unsafe EVP_sha256()
    case .p384: unsafe EVP_sha384()
    case .p521: unsafe EVP_sha512()
    case .ed25519: nil
    }
  }
}
