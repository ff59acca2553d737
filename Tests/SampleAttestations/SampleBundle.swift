internal import Cryptography
internal import Vocabulary

/// The text of an attestation, from its parts.
struct SampleBundle {
  private let attestation: SampleAttestation
  private let certificate: [UInt8]
  private let key: SigningKey
  private let log: SampleLog

  init(
    _ attestation: SampleAttestation, certificate: [UInt8], key: SigningKey, log: SampleLog
  ) {
    self.attestation = attestation
    self.certificate = certificate
    self.key = key
    self.log = log
  }

  var text: String {
    switch attestation.form {
    case .version1: bundle("application/vnd.dev.sigstore.bundle+json;version=0.1")
    case .version2: bundle("application/vnd.dev.sigstore.bundle+json;version=0.2")
    case .version3: bundle("application/vnd.dev.sigstore.bundle.v0.3+json")
    case .fileSignature: fileSignature
    case .publishAttestation: publishAttestation
    }
  }

  private var statement: [UInt8] {
    var subjects = [(attestation.name, attestation.digest)]
    subjects += attestation.others.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    let list = subjects.map { #"{"name":"\#($0)","digest":{"sha256":"\#($1.hexadecimal)"}}"# }
    let text =
      #"{"_type":"https://in-toto.io/Statement/v1","subject":[\#(list.joined(separator: ","))],"#
      + #""predicateType":"\#(attestation.predicateType)","predicate":{}}"#
    return Array(text.utf8)
  }

  private static let payloadType = "application/vnd.in-toto+json"

  private func signature(of statement: [UInt8]) -> [UInt8] {
    let type = Self.payloadType
    return key.sign(
      Array("DSSEv1 \(type.utf8.count) \(type) \(statement.count) ".utf8) + statement)
  }

  private var verifier: String { base64(pem("CERTIFICATE", certificate).utf8) }

  private func entry(of statement: [UInt8], _ signature: [UInt8]) -> String {
    let digest = SHA256.digest(of: statement).hexadecimal
    let body =
      #"{"apiVersion":"0.0.1","kind":"dsse","spec":{"envelopeHash":{"algorithm":"sha256","value":"#
      + #""\#(digest)"},"payloadHash":{"algorithm":"sha256","value":"\#(digest)"},"signatures":"#
      + #"[{"signature":"\#(base64(signature))","verifier":"\#(verifier)"}]}}"#
    return log.entry(
      body, kind: "dsse", time: attestation.time, hasProof: attestation.form != .version1)
  }

  private func bundle(_ type: String) -> String {
    let statement = statement
    let signature = signature(of: statement)
    let raw = #"{"rawBytes":"\#(base64(certificate))"}"#
    let certificate =
      attestation.form == .version3
      ? #""certificate":\#(raw)"# : #""x509CertificateChain":{"certificates":[\#(raw)]}"#
    return #"{"mediaType":"\#(type)","verificationMaterial":{\#(certificate),"tlogEntries":"#
      + #"[\#(entry(of: statement, signature))]},"dsseEnvelope":{"payload":"#
      + #""\#(base64(statement))","payloadType":"\#(Self.payloadType)","#
      + #""signatures":[{"sig":"\#(base64(signature))"}]}}"#
  }

  private var publishAttestation: String {
    let statement = statement
    let signature = signature(of: statement)
    return #"{"version":1,"verification_material":{"certificate":"\#(base64(certificate))","#
      + #""transparency_entries":[\#(entry(of: statement, signature))]},"envelope":{"statement":"#
      + #""\#(base64(statement))","signature":"\#(base64(signature))"}}"#
  }

  /// A signature of the file itself. Only the digest of the file is known here.
  private var fileSignature: String {
    let signature = key.signDigest(attestation.digest)
    let digest = attestation.digest
    let body =
      #"{"apiVersion":"0.0.1","kind":"hashedrekord","spec":{"data":{"hash":{"algorithm":"sha256","#
      + #""value":"\#(digest.hexadecimal)"}},"signature":{"content":"\#(base64(signature))","#
      + #""publicKey":{"content":"\#(verifier)"}}}}"#
    let entry = log.entry(body, kind: "hashedrekord", time: attestation.time, hasProof: true)
    return #"{"mediaType":"application/vnd.dev.sigstore.bundle.v0.3+json","verificationMaterial":"#
      + #"{"certificate":{"rawBytes":"\#(base64(certificate))"},"tlogEntries":[\#(entry)]},"#
      + #""messageSignature":{"messageDigest":{"algorithm":"SHA2_256","digest":"#
      + #""\#(base64(digest.bytes))"},"signature":"\#(base64(signature))"}}"#
  }
}
