internal import Diagnostics
internal import JSONText
internal import Manifests

/// The provenance object of a file on a Python package index (PEP 740).
///
/// ```json
/// {"version": 1, "attestation_bundles": [
///   {"publisher": {"kind": "GitHub", "repository": "acme/mytool", "workflow": "release.yml",
///                  "environment": null}, "attestations": […]}]}
/// ```
///
/// An index verifies the attestations when a file is uploaded, and states who signed them. They are
/// not verified here.
struct FileProvenance: Hashable, Sendable {
  /// The maximum size of an object in bytes. Most take about 10,000.
  static let maximumSize = 4_000_000

  /// The publishers, without duplicates. Those that a lock cannot name are left out.
  let publishers: [LockedPublisher]
  /// The attestations, each with the publisher that the index states for it.
  let attestations: [PublishedAttestation]

  /// Reads an object.
  ///
  /// - Throws: ``UnreadableResponse`` if the text is not a provenance object.
  init(json bytes: [UInt8]) throws(UnreadableResponse) {
    if bytes.isEmpty { throw .empty }
    var attestations: [PublishedAttestation] = []
    var publishers: [LockedPublisher] = []
    var hasBundles = false
    var reader = JSONReader(bytes)
    do {
      try reader.object { (reader, key) throws(JSONReader.Failure) in
        guard key == "attestation_bundles" else { return try reader.skipValue() }
        hasBundles = true
        try reader.array { (reader) throws(JSONReader.Failure) in
          let (publisher, texts) = try Self.bundle(&reader)
          if let publisher, !publishers.contains(publisher) { publishers.append(publisher) }
          attestations += texts.map { PublishedAttestation(.bundle, $0, stated: publisher) }
        }
      }
      try reader.expectEnd()
    } catch {
      throw UnreadableResponse(error, of: bytes)
    }
    guard hasBundles else { throw .unexpectedJSON(offset: 0) }
    self.publishers = publishers
    self.attestations = attestations
  }

  /// Reads an element of `attestation_bundles`: a publisher, or `nil` if a lock cannot name it, and
  /// its attestations.
  private static func bundle(
    _ reader: inout JSONReader
  ) throws(JSONReader.Failure) -> (publisher: LockedPublisher?, attestations: [[UInt8]]) {
    var publisher: LockedPublisher?
    var texts: [[UInt8]] = []
    try reader.object { (reader, key) throws(JSONReader.Failure) in
      switch key {
      case "publisher": publisher = try LockedPublisher(&reader)
      case "attestations":
        try reader.array { (reader) throws(JSONReader.Failure) in
          texts.append(CompactJSON.compact(try reader.value()))
        }
      default: try reader.skipValue()
      }
    }
    return (publisher, texts)
  }
}

extension LockedPublisher {
  /// Reads a publisher. Returns `nil` if a lock cannot name it.
  ///
  /// Each kind of publisher has its own members. They name the account `repository` or `email`, and
  /// the workflow `workflow` or `workflow_filepath`.
  fileprivate init?(_ reader: inout JSONReader) throws(JSONReader.Failure) {
    var values: [String: String] = [:]
    try reader.object { (reader, key) throws(JSONReader.Failure) in
      if let value = try reader.stringIfPresent(), !value.isEmpty { values[key] = value }
    }
    guard let kind = values["kind"], let name = values["repository"] ?? values["email"] else {
      return nil
    }
    self.init(
      kind.lowercased(), name, workflow: values["workflow"] ?? values["workflow_filepath"],
      environment: values["environment"])
  }
}
