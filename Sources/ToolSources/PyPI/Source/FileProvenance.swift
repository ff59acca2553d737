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
/// not verified again.
struct FileProvenance: Hashable, Sendable {
  /// The maximum size of an object in bytes. Most take about 10,000.
  static let maximumSize = 4_000_000

  /// The publishers, without duplicates. Those that a lock cannot name are left out.
  let publishers: [LockedPublisher]

  /// Reads an object.
  ///
  /// - Throws: ``UnreadableResponse`` if the text is not a provenance object.
  init(json bytes: [UInt8]) throws(UnreadableResponse) {
    if bytes.isEmpty { throw .empty }
    var publishers: [LockedPublisher] = []
    var hasBundles = false
    var reader = JSONReader(bytes)
    do {
      try reader.object { (reader, key) throws(JSONReader.Failure) in
        guard key == "attestation_bundles" else { return try reader.skipValue() }
        hasBundles = true
        try reader.array { (reader) throws(JSONReader.Failure) in
          try reader.object { (reader, key) throws(JSONReader.Failure) in
            guard key == "publisher" else { return try reader.skipValue() }
            if let publisher = try LockedPublisher(&reader), !publishers.contains(publisher) {
              publishers.append(publisher)
            }
          }
        }
      }
      try reader.expectEnd()
    } catch {
      throw UnreadableResponse(error, of: bytes)
    }
    guard hasBundles else { throw .unexpectedJSON(offset: 0) }
    self.publishers = publishers
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
