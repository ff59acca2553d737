internal import CCrypto

extension Certificate {
  /// The owner of a libcrypto certificate.
  ///
  /// Sendable because nothing changes the certificate after its extensions are read, and libcrypto
  /// counts references to it atomically.
  @safe final class Handle: @unchecked Sendable {
    let certificate: OpaquePointer

    /// Reads a certificate and its standard extensions (X509_check_purpose(3)). Returns `nil` if
    /// they cannot be read.
    init?(der: [UInt8]) {
      guard let certificate = unsafe decoded(der, by: { unsafe d2i_X509(nil, $0, $1) }) else {
        return nil
      }
      unsafe self.certificate = certificate
      guard unsafe X509_check_purpose(certificate, -1, 0) == 1 else { return nil }
    }

    deinit { unsafe X509_free(certificate) }

    /// The key, or `nil` if it is not of any ``PublicKey/Kind``.
    var publicKey: PublicKey? {
      let der = unsafe encoded { unsafe i2d_X509_PUBKEY(X509_get_X509_PUBKEY(certificate), $0) }
      guard let der, let key = unsafe X509_get_pubkey(certificate) else { return nil }
      return unsafe PublicKey(owning: key, der: der)
    }

    /// The value of each extension by its identifier, or `nil` if one occurs twice.
    var extensions: [String: [UInt8]]? {
      var extensions: [String: [UInt8]] = [:]
      for index in 0..<max(0, unsafe X509_get_ext_count(certificate)) {
        guard let part = unsafe X509_get_ext(certificate, index),
          let oid = unsafe X509_EXTENSION_get_object(part).flatMap({ unsafe dottedNumbers(of: $0) }
          ),
          let value = unsafe X509_EXTENSION_get_data(part),
          extensions.updateValue(unsafe bytes(of: value), forKey: oid) == nil
        else { return nil }
      }
      return extensions
    }
  }
}
