internal import Diagnostics

// The form of an attestation in a Python index (PEP 740).
extension SigstoreBundle {
  static let publishAttestationNames = ["version", "verification_material", "envelope"]

  /// Reads an attestation, whose version must be 1.
  init(publishAttestation form: StrictObject) throws(AttestationFormFault) {
    try form.restrict(to: Self.publishAttestationNames)
    let version = try form.integer("version")
    guard version == 1 else { throw .unknownVersion(String(version)) }
    let material = try form.form(
      "verification_material", names: ["certificate", "transparency_entries"])
    let entry = try material.onlyForm("transparency_entries", names: LogEntry.names)
    let envelope = try form.form("envelope", names: ["statement", "signature"])
    self.init(
      kind: .publishAttestation, signer: .certificate(try material.certificate("certificate")),
      content: .envelope(
        Envelope(
          statement: try envelope.bytes("statement"), signature: try envelope.bytes("signature"))),
      entry: try LogEntry(entry), timestamps: [])
  }
}
