internal import Cryptography
internal import Diagnostics
internal import Vocabulary

/// An entry in the Rekor log, with the proof that it was logged (TransparencyLogEntry).
struct LogEntry {
  /// The number that the log gave the entry.
  let index: Int
  let logID: [UInt8]
  /// The kind and its version, such as `hashedrekord 0.0.1`.
  let kind: String
  /// The time at which the log added the entry, in seconds since 1970. It proves nothing without a
  /// promise. `nil` in entries of the second version of Rekor.
  private let integratedTime: Int?
  /// The log's signature on its promise to include the entry (signed entry timestamp), or `nil` if
  /// there is no promise.
  let promise: [UInt8]?
  let proof: InclusionProof?
  /// The content of the entry, in canonical JSON.
  let text: [UInt8]
  /// The content in base64.
  private let encodedText: String

  static let names = [
    "logIndex", "logId", "kindVersion", "integratedTime", "inclusionPromise", "inclusionProof",
    "canonicalizedBody",
  ]

  /// Reads the entry of a bundle.
  init(_ form: StrictObject) throws(AttestationFormFault) {
    // The JSON encoding of Protocol Buffers may omit a number that is 0.
    index = try form.numberIfPresent("logIndex") ?? 0
    logID = try form.form("logId", names: ["keyId"]).bytes("keyId")
    let kindForm = try form.form("kindVersion", names: ["kind", "version"])
    kind = try "\(kindForm.text("kind")) \(kindForm.text("version"))"
    let time = try form.numberIfPresent("integratedTime") ?? 0
    integratedTime = time > 0 ? time : nil
    promise = try form.formIfPresent("inclusionPromise", names: ["signedEntryTimestamp"])?
      .bytes("signedEntryTimestamp")
    if let form = try form.formIfPresent("inclusionProof", names: InclusionProof.names) {
      proof = try InclusionProof(form)
    } else {
      proof = nil
    }
    text = try form.bytes("canonicalizedBody")
    encodedText = try form.text("canonicalizedBody")
  }

  private var hexadecimalID: String {
    logID.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// Whether the entry is in a log of the second version of Rekor, which neither promises entries
  /// nor states times.
  private var isSecondVersion: Bool { kind.hasSuffix(" 0.0.2") && !kind.hasPrefix("intoto ") }

  /// Verifies that a log of the root contains the entry. Verifies every proof that the bundle has.
  ///
  /// - Parameter requiresProof: Whether the bundle must prove the inclusion. Otherwise, it must
  ///   have a promise.
  /// - Returns: The log, and the time at which the log says that it added the entry, or `nil` if
  ///   nothing proves the time.
  func verified(
    in root: TrustedRoot, requiresProof: Bool
  ) throws(AttestationLogFault) -> (log: TransparencyLog, time: Int?) {
    guard let log = root.logs.first(where: { $0.id == logID }) else {
      throw .unknownLog(id: hexadecimalID)
    }
    let time = try promisedTime(by: log)
    let requiresProof = requiresProof || isSecondVersion
    if !requiresProof && time == nil { throw .noPromise }
    guard let proof else {
      if requiresProof { throw .noProof }
      return (log, time)
    }
    guard proof.includes(text) else { throw .proof }
    if isSecondVersion && proof.index != index { throw .proof }
    guard let checkpoint = proof.checkpoint else {
      if requiresProof { throw .noCheckpoint }
      return (log, time)
    }
    try verify(checkpoint, of: proof, by: log)
    return (log, time)
  }

  /// Returns the time in the log's promise, or `nil` if there is no promise.
  ///
  /// - Throws: ``AttestationLogFault/promise`` if the log did not sign it.
  private func promisedTime(by log: TransparencyLog) throws(AttestationLogFault) -> Int? {
    guard let promise else { return nil }
    guard let integratedTime, !isSecondVersion else { throw .promise }
    // The canonical JSON (RFC 8785) of the promise. None of these texts needs escaping.
    let message =
      "{\"body\":\"\(encodedText)\",\"integratedTime\":\(integratedTime),"
      + "\"logID\":\"\(hexadecimalID)\",\"logIndex\":\(index)}"
    guard log.hasSigned(Array(message.utf8), promise) else { throw .promise }
    return integratedTime
  }

  /// Verifies that a checkpoint is signed by the log and about the tree of the proof.
  private func verify(
    _ text: String, of proof: InclusionProof, by log: TransparencyLog
  ) throws(AttestationLogFault) {
    guard let checkpoint = Checkpoint(text) else { throw .unreadableCheckpoint }
    // The names in the first version say too little to distinguish logs.
    if isSecondVersion && checkpoint.origin != log.origin {
      throw .origin(expected: log.origin, found: checkpoint.origin)
    }
    guard checkpoint.isSigned(by: log) else { throw .checkpointSignature }
    guard checkpoint.root == proof.root, checkpoint.size == proof.size else { throw .otherTree }
  }
}
