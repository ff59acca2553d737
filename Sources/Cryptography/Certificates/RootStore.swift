internal import CCrypto

/// The roots that a verification trusts, and the time at which paths must be valid
/// (X509_STORE_new(3)).
///
/// It contains no roots of the system. Keys and digests must provide at least 112 bits of security,
/// so RSA keys with fewer than 2048 bits and SHA-1 are refused (level 2 of
/// SSL_CTX_set_security_level(3)).
@safe struct RootStore: ~Copyable {
  let store: OpaquePointer

  /// Creates a store.
  ///
  /// - Parameter time: The seconds since 1970 at which all certificates of a path must be valid.
  init(_ roots: [Certificate], at time: Int) {
    guard let store = unsafe X509_STORE_new(), let parameters = unsafe X509_STORE_get0_param(store)
    else { fatalError("out of memory") }
    unsafe self.store = store
    unsafe X509_VERIFY_PARAM_set_time(parameters, time)
    unsafe X509_VERIFY_PARAM_set_auth_level(parameters, 2)
    for root in roots {
      let isAdded = unsafe X509_STORE_add_cert(store, root.handle.certificate) == 1
      precondition(isAdded, "out of memory")
    }
  }

  deinit { unsafe X509_STORE_free(store) }

  /// Returns the certificates from `leaf` to a root, or `nil` if there is no valid path
  /// (X509_verify_cert(3)).
  ///
  /// Each element is one of the certificates that the caller passed, not a copy.
  func path(
    from leaf: Certificate, through intermediates: borrowing CertificateStack
  ) -> [OpaquePointer]? {
    guard let context = unsafe X509_STORE_CTX_new() else { return nil }
    defer { unsafe X509_STORE_CTX_free(context) }
    guard
      unsafe X509_STORE_CTX_init(
        context, store, leaf.handle.certificate, intermediates.stack) == 1,
      unsafe X509_verify_cert(context) == 1, let path = unsafe X509_STORE_CTX_get0_chain(context)
    else { return nil }
    return unsafe (0..<OPENSSL_sk_num(path)).compactMap { index in
      unsafe OPENSSL_sk_value(path, index).map { OpaquePointer($0) }
    }
  }
}
