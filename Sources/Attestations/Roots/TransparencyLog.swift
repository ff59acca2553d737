internal import Cryptography
internal import Diagnostics

/// A transparency log of signatures or certificates that a trusted root names
/// (TransparencyLogInstance).
struct TransparencyLog {
  /// The id by which entries and certificates name the log.
  let id: [UInt8]
  /// The id whose first four bytes precede each of the log's signatures on its states.
  let checkpointID: [UInt8]
  /// The log's key, or `nil` if keys of its kind are not supported. The log then vouches for
  /// nothing.
  let key: PublicKey?
  /// The period in which the key is valid, in seconds since 1970.
  let validity: ClosedRange<Int>
  /// The log's name in its signed states, which is its address without the scheme.
  let origin: String

  private static let names = [
    "baseUrl", "hashAlgorithm", "publicKey", "logId", "checkpointKeyId", "operator",
  ]

  /// Reads the logs in a member.
  static func all(
    in form: StrictObject, _ name: String
  ) throws(AttestationFormFault) -> [TransparencyLog] {
    var logs: [TransparencyLog] = []
    for form in try form.forms(name, limit: 64, names: names) {
      logs.append(try TransparencyLog(form))
    }
    return logs
  }

  private init(_ form: StrictObject) throws(AttestationFormFault) {
    let keyForm = try form.form("publicKey", names: ["rawBytes", "keyDetails", "validFor"])
    key = PublicKey(der: try keyForm.bytes("rawBytes"))
    validity = try keyForm.validity()
    let id = try form.form("logId", names: ["keyId"]).bytes("keyId")
    let checkpointID = try form.formIfPresent("checkpointKeyId", names: ["keyId"])?.bytes("keyId")
    self.id = id
    self.checkpointID = checkpointID ?? id
    origin = Self.withoutScheme(try form.text("baseUrl"))
  }

  /// Returns whether the log signed a message.
  func hasSigned(_ message: [UInt8], _ signature: [UInt8]) -> Bool {
    key.map { $0.verifies(signature, of: message) } ?? false
  }

  private static func withoutScheme(_ address: String) -> String {
    let address = address.hasSuffix("/") ? address.dropLast() : address[...]
    for scheme in ["https://", "http://"] where address.hasPrefix(scheme) {
      return String(address.dropFirst(scheme.count))
    }
    return String(address)
  }
}
