internal import Cryptography
internal import Vocabulary

/// Writes certificates (RFC 5280, 4.1) that are signed with ECDSA and SHA-256.
struct SampleCertificate {
  var issuer: String
  /// The common name of the holder. Empty for signers.
  var holder = ""
  var publicKey: [UInt8]
  var validity: ClosedRange<Int>
  var extensions: [[UInt8]] = []

  /// Returns an extension.
  static func item(_ identifier: String, isCritical: Bool = false, _ value: [UInt8]) -> [UInt8] {
    DER.sequence(
      DER.identifier(identifier), isCritical ? DER.element(0x01, [0xFF]) : [], DER.octets(value))
  }

  private static let algorithm = DER.sequence(DER.identifier("1.2.840.10045.4.3.2"))

  private static func name(_ text: String) -> [UInt8] {
    guard !text.isEmpty else { return DER.sequence() }
    let attribute = DER.sequence(DER.identifier("2.5.4.3"), DER.text(text))
    return DER.sequence(DER.element(0x31, attribute))
  }

  /// Returns a time as UTCTime, which can express years up to 2049.
  private static func time(_ seconds: Int) -> [UInt8] {
    let text = ReleaseTime(secondsSince1970: Int64(seconds)).description
    return DER.element(0x17, Array(text.utf8.filter { !"-:T".utf8.contains($0) }.dropFirst(2)))
  }

  /// The signed part (TBSCertificate).
  var body: [UInt8] {
    DER.sequence(
      DER.element(0xA0, DER.integer(2)), DER.integer(4711), Self.algorithm, Self.name(issuer),
      DER.sequence(Self.time(validity.lowerBound), Self.time(validity.upperBound)),
      Self.name(holder), publicKey,
      DER.element(0xA3, DER.sequence(Array(extensions.joined()))))
  }

  func signed(with key: SigningKey) -> [UInt8] {
    DER.sequence(body, Self.algorithm, DER.bits(key.sign(body)))
  }

  /// Adds the promise of a log to include the certificate (RFC 6962, 3.2).
  mutating func addTimestamp(by log: SigningKey, issuerKey: [UInt8], time: Int) {
    var message: [UInt8] = [0, 0]
    message.append(bigEndian: time * 1000, count: 8)
    message += [0, 1] + SHA256.digest(of: issuerKey).bytes
    message.append(bigEndian: body.count, count: 3)
    message += body + [0, 0]
    let signature = log.sign(message)
    var promise: [UInt8] = [0] + SHA256.digest(of: log.publicKey).bytes
    promise.append(bigEndian: time * 1000, count: 8)
    promise += [0, 0, 4, 3]
    promise.append(bigEndian: signature.count, count: 2)
    promise += signature
    var list: [UInt8] = []
    list.append(bigEndian: promise.count + 2, count: 2)
    list.append(bigEndian: promise.count, count: 2)
    extensions.append(Self.item("1.3.6.1.4.1.11129.2.4.2", DER.octets(list + promise)))
  }
}
