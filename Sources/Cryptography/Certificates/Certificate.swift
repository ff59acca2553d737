internal import CCrypto

/// An X.509 certificate (RFC 5280).
///
/// Its properties are what it states. ``CertificateChain`` verifies that an authority vouches for
/// them.
package struct Certificate: Sendable {
  /// The DER encoding.
  package let der: [UInt8]
  package let publicKey: PublicKey
  /// The first and the last second of its validity, in seconds since 1970.
  package let validity: ClosedRange<Int>
  /// The names of its holder, except host names and the like.
  package let subjectAlternativeNames: [SubjectAlternativeName]
  private let extensions: [String: [UInt8]]
  let handle: Handle

  /// Creates a certificate from its DER encoding. Returns `nil` if the bytes have a different form,
  /// if an extension is invalid or occurs twice, or if the key is not of any ``PublicKey/Kind``.
  package init?(der: [UInt8]) {
    SHA256.prepareLibrary()
    guard DERReader.isSequence(der), let handle = Handle(der: der) else { return nil }
    let certificate = unsafe handle.certificate
    guard let extensions = handle.extensions, let publicKey = handle.publicKey,
      let start = unsafe seconds(of: X509_get0_notBefore(certificate)),
      let end = unsafe seconds(of: X509_get0_notAfter(certificate)), start <= end
    else { return nil }
    let names = extensions[Self.subjectAlternativeName].map(SubjectAlternativeName.all(in:)) ?? []
    guard let names else { return nil }
    self.der = der
    self.publicKey = publicKey
    validity = start...end
    subjectAlternativeNames = names
    self.extensions = extensions
    self.handle = handle
  }

  /// Returns all certificates of a PEM text, or `nil` if one of them cannot be read.
  package static func all(pem: [UInt8]) -> [Certificate]? {
    guard let blocks = PEM.blocks("CERTIFICATE", in: pem) else { return nil }
    let certificates = blocks.compactMap(Certificate.init(der:))
    return certificates.count == blocks.count ? certificates : nil
  }

  private static let subjectAlternativeName = "2.5.29.17"

  /// Whether it may issue certificates (X509_check_ca(3)).
  package var isAuthority: Bool { unsafe X509_check_ca(handle.certificate) != 0 }

  /// Whether it states that its key may sign data (RFC 5280, 4.2.1.3).
  package var permitsSigning: Bool {
    let usage = unsafe X509_get_key_usage(handle.certificate)
    return usage != .max && usage & UInt32(KU_DIGITAL_SIGNATURE) != 0
  }

  /// Whether it states that its key may sign code (RFC 5280, 4.2.1.12).
  package var permitsCodeSigning: Bool {
    let usage = unsafe X509_get_extended_key_usage(handle.certificate)
    return usage != .max && usage & UInt32(XKU_CODE_SIGN) != 0
  }

  /// Returns the value of an extension, which usually is DER, or `nil` if there is none.
  package func extensionValue(_ oid: String) -> [UInt8]? { extensions[oid] }

  /// Returns the text of an extension, which is a UTF8String in DER. Fulcio's oldest six extensions
  /// contain the text itself. Returns `nil` if there is no such extension, or if it contains no
  /// such text.
  package func text(ofExtension oid: String) -> String? {
    guard let value = extensions[oid] else { return nil }
    let content =
      Self.oldFulcioExtensions.contains(oid)
      ? value[...] : DERReader.only(DERReader.utf8String, in: value)
    return content.flatMap { String(validating: $0, as: UTF8.self) }
  }

  private static let oldFulcioExtensions = Set((1...6).map { "1.3.6.1.4.1.57264.1.\($0)" })
}

extension Certificate: Hashable {
  /// Returns whether the encodings are equal.
  package static func == (left: Certificate, right: Certificate) -> Bool { left.der == right.der }

  /// Hashes the encoding.
  package func hash(into hasher: inout Hasher) { hasher.combine(der) }
}
