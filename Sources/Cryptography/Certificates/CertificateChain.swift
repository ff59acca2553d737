internal import CCrypto

/// A verified path from a certificate that signs code to a root (RFC 5280, 6).
package struct CertificateChain: Hashable, Sendable {
  /// The certificates of the path. The first is the leaf, the last is a root.
  package let certificates: [Certificate]

  /// The certificate that issued the leaf.
  package var issuer: Certificate { certificates[1] }

  /// The maximum number of intermediate certificates.
  package static let maximumIntermediateCount = 10

  /// Finds and verifies the path. Uses neither the roots of the system nor a network.
  ///
  /// Returns `nil` if there is no path on which all certificates were valid at the given time, or
  /// if an intermediate certificate does not permit code signing. A root alone is not a path, and
  /// only a self-signed certificate can be a root. The caller must check whether the leaf permits
  /// code signing.
  ///
  /// - Parameter time: The time in seconds since 1970.
  package init?(
    of leaf: Certificate, through intermediates: [Certificate], to roots: [Certificate],
    at time: Int
  ) {
    guard intermediates.count <= Self.maximumIntermediateCount,
      let path = unsafe RootStore(roots, at: time)
        .path(from: leaf, through: CertificateStack(intermediates))
    else { return nil }
    let known = [leaf] + intermediates + roots
    certificates = unsafe path.compactMap { part in
      known.first { unsafe $0.handle.certificate == part }
    }
    guard certificates.count >= 2,
      certificates.dropFirst().dropLast().allSatisfy(\.handle.canIssueForCodeSigning)
    else { return nil }
  }
}

extension Certificate.Handle {
  /// Whether the usages that it states, if any, include code signing.
  fileprivate var canIssueForCodeSigning: Bool {
    unsafe X509_get_extended_key_usage(certificate) & UInt32(XKU_CODE_SIGN | XKU_ANYEKU) != 0
  }
}
