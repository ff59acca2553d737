internal import CCrypto

/// The response of a timestamp authority (RFC 3161, 2.4.2), which proves that the authority saw a
/// message at a time.
package struct TimestampResponse: Hashable, Sendable {
  private let der: [UInt8]

  /// The maximum size, in bytes.
  package static let maximumByteCount = 64 * 1024

  /// Creates a response from its DER encoding. Returns `nil` if the bytes have a different form, or
  /// if the authority did not grant a timestamp.
  package init?(der: [UInt8]) {
    self.der = der
    guard let token = SignedToken(der), token.isGranted, token.time != nil else { return nil }
  }

  /// Returns the time in seconds since 1970 at which one of the authorities saw `message`.
  ///
  /// Returns `nil` if the response is about another message, or if none of the authorities signed
  /// it at a time at which the authority and its certificates were valid.
  package func time(of message: [UInt8], by authorities: [TimestampAuthority]) -> Int? {
    guard let token = SignedToken(der), token.isAbout(message), let time = token.time else {
      return nil
    }
    let isSigned = authorities.contains { authority in
      authority.validity.contains(time) && token.isSigned(by: authority, at: time)
    }
    return isSigned ? time : nil
  }
}

/// The owner of a libcrypto timestamp response (TS_RESP in openssl/ts.h).
@safe private struct SignedToken: ~Copyable {
  private let response: OpaquePointer

  init?(_ der: [UInt8]) {
    SHA256.prepareLibrary()
    guard DERReader.isSequence(der, maximumByteCount: TimestampResponse.maximumByteCount),
      let response = unsafe decoded(der, by: { unsafe d2i_TS_RESP(nil, $0, $1) })
    else { return nil }
    unsafe self.response = response
  }

  deinit { unsafe TS_RESP_free(response) }

  /// Whether the authority granted the timestamp.
  var isGranted: Bool {
    let status = unsafe TS_STATUS_INFO_get0_status(TS_RESP_get_status_info(response))
    return unsafe [TS_STATUS_GRANTED, TS_STATUS_GRANTED_WITH_MODS]
      .contains(Int32(clamping: ASN1_INTEGER_get(status)))
  }

  /// The time in seconds since 1970, without its fraction.
  var time: Int? {
    guard let content = unsafe TS_RESP_get_tst_info(response) else { return nil }
    return unsafe seconds(of: TS_TST_INFO_get_time(content))
  }

  /// Returns whether the response contains the digest of a message.
  func isAbout(_ message: [UInt8]) -> Bool {
    guard let content = unsafe TS_RESP_get_tst_info(response),
      let imprint = unsafe TS_TST_INFO_get_msg_imprint(content),
      let algorithm = unsafe TS_MSG_IMPRINT_get_algo(imprint),
      let method = unsafe strongDigest(algorithm),
      let expected = unsafe TS_MSG_IMPRINT_get_msg(imprint)
    else { return false }
    var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
    var count: UInt32 = 0
    guard unsafe EVP_Digest(message, message.count, &digest, &count, method, nil) == 1 else {
      return false
    }
    return unsafe Array(digest.prefix(Int(count))) == bytes(of: expected)
  }

  /// Returns whether the first certificate of an authority signed the response. The certificate
  /// must permit only timestamps.
  func isSigned(by authority: TimestampAuthority, at time: Int) -> Bool {
    hasStrongSignature
      && isSigned(
        by: authority.certificates[0], through: CertificateStack(authority.certificates),
        to: RootStore(authority.certificates.suffix(1), at: time))
  }

  /// Verifies the signature and the path to the root (TS_RESP_verify_signature in openssl/ts.h).
  private func isSigned(
    by certificate: Certificate, through certificates: borrowing CertificateStack,
    to roots: borrowing RootStore
  ) -> Bool {
    var signer: OpaquePointer?
    defer { unsafe X509_free(signer) }
    return unsafe TS_RESP_verify_signature(
      TS_RESP_get_token(response), certificates.stack, roots.store, &signer) == 1
      && signer != nil && X509_cmp(signer, certificate.handle.certificate) == 0
  }

  /// Whether the response has one signer, who signed a strong digest.
  private var hasStrongSignature: Bool {
    guard let token = unsafe TS_RESP_get_token(response),
      let signers = unsafe PKCS7_get_signer_info(token), unsafe OPENSSL_sk_num(signers) == 1,
      let signer = unsafe OPENSSL_sk_value(signers, 0)
    else { return false }
    var algorithm: UnsafeMutablePointer<X509_ALGOR>?
    unsafe PKCS7_SIGNER_INFO_get0_algs(
      signer.assumingMemoryBound(to: PKCS7_SIGNER_INFO.self), nil, &algorithm, nil)
    return unsafe algorithm.flatMap { unsafe strongDigest($0) } != nil
  }
}

/// Returns the digest that an algorithm names, or `nil` if it is not SHA-256, SHA-384, or SHA-512.
@unsafe private func strongDigest(_ algorithm: UnsafePointer<X509_ALGOR>) -> OpaquePointer? {
  var identifier: OpaquePointer?
  unsafe X509_ALGOR_get0(&identifier, nil, nil, algorithm)
  return switch unsafe OBJ_obj2nid(identifier) {
  case NID_sha256: unsafe EVP_sha256()
  case NID_sha384: unsafe EVP_sha384()
  case NID_sha512: unsafe EVP_sha512()
  default: nil
  }
}
