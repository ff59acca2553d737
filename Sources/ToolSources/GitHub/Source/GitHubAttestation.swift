internal import Cryptography
internal import Diagnostics
internal import JSONText

/// An attestation as the API lists it.
struct GitHubAttestation: Hashable, Sendable {
  /// The Sigstore bundle as JSON without insignificant whitespace.
  let bundle: [UInt8]
  /// What the bundle states, or `nil` if it names no workflow. Its signature is not verified.
  let statement: ProvenanceStatement?
}

extension [GitHubAttestation] {
  /// The maximum size of a response in bytes. Most attestations take about 10,000.
  static var maximumSize: Int { 16_000_000 }

  /// Reads a response of the API.
  ///
  /// The API may list an attestation without its bundle, with only the address of a compressed copy
  /// on another server. Such an attestation is skipped. A file with no other attestation then
  /// counts as unattested.
  ///
  /// - Parameter web: The base address of the server's repositories, without a trailing slash.
  /// - Throws: ``UnreadableResponse`` if the text is not such a response.
  init(response bytes: [UInt8], on web: String) throws(UnreadableResponse) {
    if bytes.isEmpty { throw .empty }
    var attestations: [GitHubAttestation] = []
    var isList = false
    var reader = JSONReader(bytes)
    do {
      try reader.object { (reader, key) throws(JSONReader.Failure) in
        guard key == "attestations" else { return try reader.skipValue() }
        isList = true
        try reader.array { (reader) throws(JSONReader.Failure) in
          if let attestation = try GitHubAttestation(&reader, on: web) {
            attestations.append(attestation)
          }
        }
      }
      try reader.expectEnd()
    } catch {
      throw UnreadableResponse(error, of: bytes)
    }
    guard isList else { throw .unexpectedJSON(offset: 0) }
    self = attestations
  }
}

extension GitHubAttestation {
  /// Reads an element of a response. Returns `nil` if it has no bundle.
  fileprivate init?(_ reader: inout JSONReader, on web: String) throws(JSONReader.Failure) {
    var bundle: ArraySlice<UInt8>?
    try reader.object { (reader, key) throws(JSONReader.Failure) in
      guard key == "bundle", try reader.peek() == UInt8(ascii: "{") else {
        return try reader.skipValue()
      }
      bundle = try reader.value()
    }
    guard let bundle else { return nil }
    self.bundle = CompactJSON.compact(bundle)
    var fields = JSONReader(self.bundle)
    let payload = try fields.string(at: ["dsseEnvelope", "payload"])
    // A statement of a different form says nothing about a workflow.
    statement = payload.flatMap { Base64.standard.decode($0) }.flatMap {
      (try? ProvenanceStatement($0, on: web)) ?? nil
    }
  }
}
