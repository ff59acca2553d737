internal import CCrypto

/// A list of certificates to pass to libcrypto (DEFINE_STACK_OF(3)). It owns none of them.
@safe struct CertificateStack: ~Copyable {
  let stack: OpaquePointer

  init(_ certificates: [Certificate]) {
    guard let stack = unsafe OPENSSL_sk_new_null() else { fatalError("out of memory") }
    unsafe self.stack = stack
    for certificate in certificates {
      let count = unsafe OPENSSL_sk_push(
        stack, UnsafeRawPointer(certificate.handle.certificate))
      precondition(count > 0, "out of memory")
    }
  }

  deinit { unsafe OPENSSL_sk_free(stack) }
}
