package import JSONText

/// The attestations of a file, as the API of a source lists them.
package struct AttestationList: Hashable, Sendable {
  /// One attestation, and the publisher that the source states for it.
  package struct Element: Hashable, Sendable {
    /// What the source states about the publisher: the string members of an object, such as `kind`
    /// and `repository`. Empty if the source states nothing.
    package let publisher: [String: String]
    /// The attestation as JSON without insignificant whitespace.
    package let text: [UInt8]
  }

  package private(set) var elements: [Element] = []

  /// The attestations alone.
  package var texts: [[UInt8]] { elements.map(\.text) }

  /// The maximum number of attestations. Real files have fewer than ten.
  private static let maximumCount = 1024

  /// Reads the provenance object of a file in a Python index (PEP 740).
  package init(provenance: [UInt8]) throws(JSONReader.Failure) {
    var elements: [Element] = []
    var reader = JSONReader(provenance)
    try reader.object { (reader, name) throws(JSONReader.Failure) in
      guard name == "attestation_bundles" else { return try reader.skipValue() }
      try reader.array { (reader) throws(JSONReader.Failure) in
        try Self.appendBundle(from: &reader, to: &elements)
      }
    }
    try reader.expectEnd()
    self.elements = elements
  }

  /// Reads one publisher and its attestations, in either order.
  private static func appendBundle(
    from reader: inout JSONReader, to elements: inout [Element]
  ) throws(JSONReader.Failure) {
    var publisher: [String: String] = [:]
    var texts: [[UInt8]] = []
    let count = elements.count
    try reader.object { (reader, name) throws(JSONReader.Failure) in
      switch name {
      case "publisher":
        try reader.object { (reader, name) throws(JSONReader.Failure) in
          publisher[name] = try reader.stringIfPresent()
        }
      case "attestations":
        try reader.array { (reader) throws(JSONReader.Failure) in
          guard count + texts.count < maximumCount else {
            throw .unexpected(offset: reader.position)
          }
          texts.append(CompactJSON.compact(try reader.value()))
        }
      default: try reader.skipValue()
      }
    }
    elements += texts.map { Element(publisher: publisher, text: $0) }
  }

  /// Reads a page of GitHub's attestations. Skips attestations that the page only links to.
  package init(gitHubPage: [UInt8]) throws(JSONReader.Failure) {
    var elements: [Element] = []
    var reader = JSONReader(gitHubPage)
    try reader.object { (reader, name) throws(JSONReader.Failure) in
      guard name == "attestations" else { return try reader.skipValue() }
      try reader.array { (reader) throws(JSONReader.Failure) in
        try reader.object { (reader, name) throws(JSONReader.Failure) in
          let value = try reader.value()
          guard name == "bundle", value.first == UInt8(ascii: "{") else { return }
          guard elements.count < Self.maximumCount else {
            throw .unexpected(offset: reader.position)
          }
          elements.append(Element(publisher: [:], text: CompactJSON.compact(value)))
        }
      }
    }
    try reader.expectEnd()
    self.elements = elements
  }
}
