internal import CCrypto

/// The MD5 digest (RFC 1321), which compact indexes provide for their own pages.
///
/// It only shows whether a page has changed. It is not secure, because two pages with the same
/// digest are easy to create, so no file is verified with it.
package enum MD5 {
  /// Returns the digest of `bytes` as 32 lowercase hexadecimal digits, or `nil` if libcrypto does
  /// not provide MD5, such as where only FIPS algorithms are permitted.
  package static func hexadecimal(of bytes: [UInt8]) -> String? {
    SHA256.prepareLibrary()
    var digest = [UInt8](repeating: 0, count: 16)
    let isComputed = unsafe bytes.withUnsafeBytes { bytes in
      unsafe digest.withUnsafeMutableBufferPointer {
        unsafe EVP_Q_digest(
          nil, "MD5", nil, bytes.baseAddress, bytes.count, $0.baseAddress, nil) == 1
      }
    }
    guard isComputed else { return nil }
    return digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
