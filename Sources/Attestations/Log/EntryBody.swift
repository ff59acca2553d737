internal import Cryptography
internal import Diagnostics
internal import Vocabulary

/// What an entry in the Rekor log says: that this key signed content with this digest.
struct EntryBody {
  /// What the digest in an entry covers.
  enum Content: Hashable {
    /// The digest of the signed bytes.
    case signedBytes(SHA256Digest)
    /// The digest of the payload of an envelope.
    case payload(SHA256Digest)
  }

  let content: Content
  let signature: [UInt8]
  /// The DER encoding of the signer's certificate or public key.
  let verifier: [UInt8]

  /// Reads the body of an entry.
  ///
  /// - Parameter kind: The kind that the bundle states, such as `hashedrekord 0.0.1`.
  init(parsing text: [UInt8], kind: String) throws(AttestationFault) {
    guard let read = Self.kinds[kind] else { throw .log(.unknownKind(kind)) }
    let found: String
    do {
      let form = try StrictObject(
        parsing: text, limit: 1 << 20, names: ["apiVersion", "kind", "spec"])
      found = try "\(form.text("kind")) \(form.text("apiVersion"))"
      self = try read(form)
    } catch {
      throw .form(error)
    }
    guard found == kind else { throw .log(.unknownKind(found)) }
  }

  private typealias Reading = @Sendable (StrictObject) throws(AttestationFormFault) -> EntryBody

  private static let kinds: [String: Reading] = [
    "hashedrekord 0.0.1": { form throws(AttestationFormFault) in try Self(hashedRekord: form) },
    "hashedrekord 0.0.2": { form throws(AttestationFormFault) in try Self(hashedRekordV2: form) },
    "dsse 0.0.1": { form throws(AttestationFormFault) in try Self(envelope: form) },
    "dsse 0.0.2": { form throws(AttestationFormFault) in try Self(envelopeV2: form) },
    "intoto 0.0.2": { form throws(AttestationFormFault) in try Self(inToto: form) },
  ]

  private init(hashedRekord form: StrictObject) throws(AttestationFormFault) {
    let spec = try form.form("spec", names: ["data", "signature"])
    let data = try spec.form("data", names: ["hash"])
    content = .signedBytes(try data.form("hash", names: ["algorithm", "value"]).digest())
    let signatureForm = try spec.form("signature", names: ["content", "publicKey"])
    signature = try signatureForm.bytes("content")
    verifier = try signatureForm.form("publicKey", names: ["content"]).pemBlock("content")
  }

  private init(envelope form: StrictObject) throws(AttestationFormFault) {
    let spec = try form.form("spec", names: ["envelopeHash", "payloadHash", "signatures"])
    content = .payload(try spec.form("payloadHash", names: ["algorithm", "value"]).digest())
    let signatureForm = try spec.onlyForm("signatures", names: ["signature", "verifier"])
    signature = try signatureForm.bytes("signature")
    verifier = try signatureForm.pemBlock("verifier")
  }

  private init(inToto form: StrictObject) throws(AttestationFormFault) {
    let spec = try form.form("spec", names: ["content", "publicKey"])
    let contentForm = try spec.form("content", names: ["envelope", "hash", "payloadHash"])
    content = .payload(
      try contentForm.form("payloadHash", names: ["algorithm", "value"]).digest())
    let envelope = try contentForm.form("envelope", names: Envelope.names)
    let signatureForm = try envelope.onlyForm(
      "signatures", names: ["sig", "publicKey", "keyid"])
    // This kind of entry encodes the text of the signature a second time.
    let encoded = try signatureForm.bytes("sig")
    guard let bytes = Base64.standard.decode(encoded[...]) else {
      throw .invalidMember(signatureForm.place(of: "sig"))
    }
    signature = bytes
    verifier = try signatureForm.pemBlock("publicKey")
  }

  private init(hashedRekordV2 form: StrictObject) throws(AttestationFormFault) {
    let spec = try form.form("spec", names: ["hashedRekordV002"])
      .form("hashedRekordV002", names: ["data", "signature"])
    content = .signedBytes(try spec.form("data", names: ["algorithm", "digest"]).digestV2())
    (signature, verifier) = try spec.form("signature", names: ["content", "verifier"]).signatureV2()
  }

  private init(envelopeV2 form: StrictObject) throws(AttestationFormFault) {
    let spec = try form.form("spec", names: ["dsseV002"])
      .form("dsseV002", names: ["payloadHash", "signatures"])
    content = .payload(try spec.form("payloadHash", names: ["algorithm", "digest"]).digestV2())
    (signature, verifier) = try spec.onlyForm("signatures", names: ["content", "verifier"])
      .signatureV2()
  }
}

extension StrictObject {
  /// Returns a SHA-256 digest, which the form states in hexadecimal.
  fileprivate func digest() throws(AttestationFormFault) -> SHA256Digest {
    guard try text("algorithm") == "sha256" else { throw .invalidMember(place(of: "algorithm")) }
    let digits = Array(try text("value").utf8)
    guard let digest = SHA256Digest(hexadecimal: digits, digits.indices) else {
      throw .invalidMember(place(of: "value"))
    }
    return digest
  }

  /// Returns a SHA-256 digest, which the form states in base64.
  fileprivate func digestV2() throws(AttestationFormFault) -> SHA256Digest {
    guard try text("algorithm") == "SHA2_256" else { throw .invalidMember(place(of: "algorithm")) }
    guard let digest = SHA256Digest(bytes: try bytes("digest")) else {
      throw .invalidMember(place(of: "digest"))
    }
    return digest
  }

  /// Returns a signature and the certificate or key that belongs to it.
  fileprivate func signatureV2() throws(AttestationFormFault) -> ([UInt8], [UInt8]) {
    let verifier = try form("verifier", names: ["keyDetails", "x509Certificate", "publicKey"])
    let certificate = try verifier.formIfPresent("x509Certificate", names: ["rawBytes"])
    let key = try verifier.formIfPresent("publicKey", names: ["rawBytes"])
    guard let only = certificate ?? key, certificate == nil || key == nil else {
      throw .invalidMember(place(of: "verifier"))
    }
    return (try bytes("content"), try only.bytes("rawBytes"))
  }

  /// Returns the DER encoding of the certificate or the key that a member contains as PEM.
  fileprivate func pemBlock(_ name: String) throws(AttestationFormFault) -> [UInt8] {
    let text = try bytes(name)
    let blocks = ["CERTIFICATE", "PUBLIC KEY"].flatMap { PEM.blocks($0, in: text) ?? [] }
    guard blocks.count == 1 else { throw .invalidMember(place(of: name)) }
    return blocks[0]
  }
}
