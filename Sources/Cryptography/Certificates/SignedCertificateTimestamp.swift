internal import CCrypto
package import Vocabulary

/// The promise of a transparency log to include a certificate (RFC 6962, 3.2), as the certificate
/// itself contains it.
package struct SignedCertificateTimestamp: Hashable, Sendable {
  /// The digest of the log's key.
  package let logID: SHA256Digest
  /// The time of the promise, in milliseconds since 1970.
  package let time: Int
  private let extensions: [UInt8]
  private let signature: [UInt8]

  /// Returns the promises in a certificate. Empty if it has no such extension, and `nil` if the
  /// extension has a different form. Skips promises of unknown versions and algorithms.
  package static func all(in certificate: Certificate) -> [SignedCertificateTimestamp]? {
    guard let value = certificate.extensionValue(extensionIdentifier) else { return [] }
    guard let content = DERReader.only(DERReader.octetString, in: value) else { return nil }
    var outer = TLSReader(content)
    guard let list = outer.vector(), outer.isAtEnd else { return nil }
    var reader = TLSReader(list)
    var timestamps: [SignedCertificateTimestamp] = []
    while !reader.isAtEnd {
      guard let bytes = reader.vector() else { return nil }
      guard bytes.first == 0 else { continue }
      guard let timestamp = SignedCertificateTimestamp(bytes) else { return nil }
      timestamps.append(timestamp)
    }
    return timestamps
  }

  private static let extensionIdentifier = "1.3.6.1.4.1.11129.2.4.2"

  /// The code of SHA-256, the digest of every log of version 1 (RFC 5246, 7.4.1.4.1).
  private static let sha256: UInt8 = 4

  /// Reads the structure SignedCertificateTimestamp of version 1.
  private init?(_ bytes: ArraySlice<UInt8>) {
    var reader = TLSReader(bytes)
    guard reader.number(1) == 0,
      let logID = reader.bytes(SHA256Digest.byteCount).flatMap({ SHA256Digest(bytes: Array($0)) }),
      let time = reader.number(8), let extensions = reader.vector(),
      let digest = reader.number(1), digest == Int(Self.sha256), reader.number(1) != nil,
      let signature = reader.vector(), reader.isAtEnd
    else { return nil }
    self.logID = logID
    self.time = time
    self.extensions = Array(extensions)
    self.signature = Array(signature)
  }

  /// Returns whether the log with this key promised to include `certificate` before `issuer` issued
  /// it (the structure digitally-signed with a PreCert in RFC 6962, 3.2).
  package func verifies(
    _ certificate: Certificate, from issuer: Certificate, by key: PublicKey
  ) -> Bool {
    guard key.digest == logID, let body = certificate.handle.bodyBeforeTimestamps,
      body.count < 1 << 24
    else { return false }
    var message: [UInt8] = [0, 0]
    message.append(bigEndian: time, count: 8)
    message.append(bigEndian: 1, count: 2)
    message += issuer.publicKey.digest.bytes
    message.append(bigEndian: body.count, count: 3)
    message += body
    message.append(bigEndian: extensions.count, count: 2)
    message += extensions
    return key.verifies(signature, ofSHA256: SHA256.digest(of: message))
  }
}

extension Certificate.Handle {
  /// The signed part (TBSCertificate) without the timestamps, as the logs saw it.
  fileprivate var bodyBeforeTimestamps: [UInt8]? {
    guard let copy = unsafe X509_dup(certificate) else { return nil }
    defer { unsafe X509_free(copy) }
    let index = unsafe X509_get_ext_by_NID(copy, NID_ct_precert_scts, -1)
    guard let removed = unsafe X509_delete_ext(copy, index) else { return nil }
    unsafe X509_EXTENSION_free(removed)
    return unsafe encoded { unsafe i2d_re_X509_tbs(copy, $0) }
  }
}

/// Reads numbers and vectors of the TLS presentation language (RFC 5246, 4).
private struct TLSReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func bytes(_ count: Int) -> ArraySlice<UInt8>? {
    guard rest.count >= count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  /// Reads a number, or returns `nil` if it is too large for `Int`.
  mutating func number(_ byteCount: Int) -> Int? {
    bytes(byteCount).flatMap { Int(exactly: $0.reduce(0 as UInt64) { $0 << 8 | UInt64($1) }) }
  }

  /// Reads a vector whose length takes two bytes.
  mutating func vector() -> ArraySlice<UInt8>? { number(2).flatMap { bytes($0) } }
}

extension [UInt8] {
  /// Appends the lowest bytes of a number, the highest first.
  fileprivate mutating func append(bigEndian number: Int, count: Int) {
    for index in (0..<count).reversed() {
      append(UInt8(truncatingIfNeeded: number >> (8 * index)))
    }
  }
}
