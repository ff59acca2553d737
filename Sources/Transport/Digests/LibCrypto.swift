internal import CCrypto

/// libcrypto as a whole.
enum LibCrypto {
  /// To be called before anything else of libcrypto, or of what uses it, is.
  ///
  /// By itself libcrypto takes its tables down at exit(3), under the feet of a transfer that still runs on its thread: a program that
  /// is interrupted would crash instead of ending.
  static func prepare() { _ = isPrepared }

  private static let isPrepared =
    OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_ATEXIT), nil) == 1
}
