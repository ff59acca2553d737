internal import Cryptography
internal import Diagnostics

// The form of a bundle (dev.sigstore.bundle.v1.Bundle).
extension SigstoreBundle {
  static let names = ["mediaType", "verificationMaterial", "messageSignature", "dsseEnvelope"]

  private static let kinds: [String: (kind: Kind, hasChain: Bool)] = [
    "application/vnd.dev.sigstore.bundle+json;version=0.1": (.promised, true),
    "application/vnd.dev.sigstore.bundle+json;version=0.2": (.proved, true),
    "application/vnd.dev.sigstore.bundle+json;version=0.3": (.proved, false),
    "application/vnd.dev.sigstore.bundle.v0.3+json": (.proved, false),
  ]

  /// Reads a bundle in a known version.
  init(bundle form: StrictObject) throws(AttestationFormFault) {
    try form.restrict(to: Self.names)
    let type = try form.text("mediaType")
    guard let (kind, hasChain) = Self.kinds[type] else { throw .unknownVersion(type) }
    let names =
      ["certificate", "publicKey", "tlogEntries", "timestampVerificationData"]
      + (hasChain ? ["x509CertificateChain"] : [])
    let material = try form.form("verificationMaterial", names: names)
    let entryForm = try material.forms("tlogEntries", limit: 1, names: LogEntry.names).first
    let entry: LogEntry? = if let entryForm { try LogEntry(entryForm) } else { nil }
    self.init(
      kind: kind, signer: try Self.signer(material), content: try Self.content(form),
      entry: entry, timestamps: try Self.timestamps(material))
  }

  /// Returns the only signer in the verification material.
  private static func signer(_ form: StrictObject) throws(AttestationFormFault) -> Signer {
    let certificate = try form.formIfPresent("certificate", names: ["rawBytes"])
    let chain = try form.formIfPresent("x509CertificateChain", names: ["certificates"])
    let key = try form.formIfPresent("publicKey", names: ["hint"])
    switch (certificate, chain, key) {
    case (let form?, nil, nil): return .certificate(try form.certificate("rawBytes"))
    case (nil, let form?, nil): return .certificate(try Self.leaf(of: form))
    case (nil, nil, .some): return .key
    case (nil, nil, nil): throw .missingMember(form.place(of: "certificate"))
    default: throw .invalidMember(form.place(of: "certificate"))
    }
  }

  /// Returns the first certificate of a chain, which must not contain a root. Ignores the others,
  /// because the trusted root supplies the rest of the path.
  private static func leaf(of form: StrictObject) throws(AttestationFormFault) -> Certificate {
    var certificates: [Certificate] = []
    for form in try form.forms("certificates", limit: 10, names: ["rawBytes"]) {
      certificates.append(try form.certificate("rawBytes"))
    }
    guard !certificates.contains(where: \.isSelfIssued) else { throw .suppliedRoot }
    return try form.required("certificates", certificates.first)
  }

  /// Returns the signed content: either an envelope, or the signature on a file.
  private static func content(_ form: StrictObject) throws(AttestationFormFault) -> Content {
    let envelope = try form.formIfPresent("dsseEnvelope", names: Envelope.names)
    let message = try form.formIfPresent(
      "messageSignature", names: ["messageDigest", "signature"])
    switch (envelope, message) {
    case (let form?, nil): return .envelope(try Envelope(form))
    case (nil, let form?):
      let digest = try form.formIfPresent("messageDigest", names: ["algorithm", "digest"])
      if let digest, try digest.text("algorithm") != "SHA2_256" {
        throw .invalidMember(digest.place(of: "algorithm"))
      }
      return .file(digest: try digest?.bytes("digest"), signature: try form.bytes("signature"))
    case (nil, nil): throw .missingMember("dsseEnvelope")
    default: throw .invalidMember("dsseEnvelope")
    }
  }

  /// Returns the DER encodings of the timestamps. Empty if there are none.
  private static func timestamps(_ form: StrictObject) throws(AttestationFormFault) -> [[UInt8]] {
    let data = try form.formIfPresent("timestampVerificationData", names: ["rfc3161Timestamps"])
    let forms =
      try data?.forms(
        "rfc3161Timestamps", limit: maximumTimestampCount, names: ["signedTimestamp"]) ?? []
    var timestamps: [[UInt8]] = []
    for form in forms { timestamps.append(try form.bytes("signedTimestamp")) }
    return timestamps
  }
}

extension StrictObject {
  /// Returns the certificate in a member, which is DER in base64.
  func certificate(_ name: String) throws(AttestationFormFault) -> Certificate {
    guard let certificate = Certificate(der: try bytes(name)) else {
      throw .invalidMember(place(of: name))
    }
    return certificate
  }
}

extension Certificate {
  /// Whether the certificate names its holder as its issuer, as root certificates do
  /// (TBSCertificate in RFC 5280, 4.1).
  fileprivate var isSelfIssued: Bool {
    guard let content = DERReader.only(DERReader.sequence, in: der) else { return true }
    var outer = DERReader(content)
    guard let body = outer.next(DERReader.sequence) else { return true }
    var reader = DERReader(body)
    // The version, the serial number, and the algorithm precede the issuer. The validity precedes
    // the holder.
    guard reader.next() != nil, reader.next() != nil, reader.next() != nil,
      let issuer = reader.next(), reader.next() != nil, let holder = reader.next()
    else { return true }
    return issuer == holder
  }
}
