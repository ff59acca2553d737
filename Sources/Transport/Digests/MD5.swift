internal import CCrypto

/// The MD5 digest (RFC 1321), which compact indexes state for their own pages.
///
/// It shows whether a page has changed, and protects from nothing: two pages with the same digest
/// are easily made. No file is verified by it.
package enum MD5 {
  /// Returns the digest of `bytes` as 32 lowercase hexadecimal digits, or `nil` if libcrypto does
  /// not provide MD5, as where only FIPS algorithms are permitted.
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
