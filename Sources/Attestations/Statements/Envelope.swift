internal import Diagnostics

/// Signed content with its type (DSSE v1). It has exactly one signature.
struct Envelope {
  let payloadType: String
  let payload: [UInt8]
  let signature: [UInt8]

  /// The payload type of a statement.
  private static let statementType = "application/vnd.in-toto+json"

  /// Reads the envelope of a bundle.
  init(_ form: StrictObject) throws(AttestationFormFault) {
    payloadType = try form.text("payloadType")
    payload = try form.bytes("payload")
    signature = try form.onlyForm("signatures", names: ["sig", "keyid"]).bytes("sig")
  }

  static let names = ["payload", "payloadType", "signatures"]

  /// Creates the envelope of a statement.
  init(statement: [UInt8], signature: [UInt8]) {
    payloadType = Self.statementType
    payload = statement
    self.signature = signature
  }

  /// The bytes that are signed (PAE in the DSSE specification).
  var signedBytes: [UInt8] {
    let start = "DSSEv1 \(payloadType.utf8.count) \(payloadType) \(payload.count) "
    return Array(start.utf8) + payload
  }

  /// Returns the statement in the payload.
  func statement() throws(AttestationStatementFault) -> SignedStatement {
    guard payloadType == Self.statementType else { throw .payloadType(payloadType) }
    return try SignedStatement(parsing: payload)
  }
}
