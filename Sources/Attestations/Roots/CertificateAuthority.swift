internal import Cryptography
internal import Diagnostics

/// An authority that issues certificates to signers (CertificateAuthority of a trusted root).
struct CertificateAuthority {
  /// The certificates between that of a signer and the root, lowest first.
  let intermediates: [Certificate]
  let root: Certificate
  /// The period in which the authority is valid, in seconds since 1970.
  let validity: ClosedRange<Int>

  private static let names = ["subject", "uri", "certChain", "validFor", "operator"]

  static func all(
    in form: StrictObject, _ name: String
  ) throws(AttestationFormFault) -> [CertificateAuthority] {
    var authorities: [CertificateAuthority] = []
    for form in try form.forms(name, limit: 64, names: names) {
      authorities.append(try CertificateAuthority(form))
    }
    return authorities
  }

  private init(_ form: StrictObject) throws(AttestationFormFault) {
    let certificates = try form.authorityCertificates()
    guard let root = certificates.last else { throw .missingMember(form.place(of: "certChain")) }
    self.root = root
    intermediates = certificates.dropLast()
    validity = try form.validity()
  }

  /// Returns the verified path from a signer's certificate to the root at a time, or `nil` if the
  /// authority did not issue the certificate, or if a certificate on the path was not valid then.
  func chain(of certificate: Certificate, at time: Int) -> CertificateChain? {
    CertificateChain(of: certificate, through: intermediates, to: [root], at: time)
  }
}

extension TimestampAuthority {
  static func all(
    in form: StrictObject, _ name: String
  ) throws(AttestationFormFault) -> [TimestampAuthority] {
    let names = ["subject", "uri", "certChain", "validFor", "operator"]
    var authorities: [TimestampAuthority] = []
    for form in try form.forms(name, limit: 64, names: names) {
      let certificates = try form.authorityCertificates()
      let authority = TimestampAuthority(
        certificates: certificates, validity: try form.validity())
      authorities.append(try form.required("certChain", authority))
    }
    return authorities
  }
}

extension StrictObject {
  /// Returns the certificates in the member `certChain`, the root last.
  fileprivate func authorityCertificates() throws(AttestationFormFault) -> [Certificate] {
    _ = try formIfPresent("subject", names: ["organization", "commonName"])
    let chain = try form("certChain", names: ["certificates"])
    var certificates: [Certificate] = []
    for form in try chain.forms("certificates", limit: 8, names: ["rawBytes"]) {
      guard let certificate = Certificate(der: try form.bytes("rawBytes")) else {
        throw .invalidMember(form.place(of: "rawBytes"))
      }
      certificates.append(certificate)
    }
    return certificates
  }
}
