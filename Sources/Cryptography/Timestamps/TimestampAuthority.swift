/// An authority that signs timestamps (RFC 3161), and the period in which they are valid.
package struct TimestampAuthority: Hashable, Sendable {
  /// The signing certificate, the intermediate ones, and the root, in this order.
  package let certificates: [Certificate]
  /// The first and the last second of the period, in seconds since 1970.
  package let validity: ClosedRange<Int>

  /// Creates an authority. Returns `nil` if there is no certificate.
  package init?(certificates: [Certificate], validity: ClosedRange<Int>) {
    guard !certificates.isEmpty else { return nil }
    self.certificates = certificates
    self.validity = validity
  }
}
