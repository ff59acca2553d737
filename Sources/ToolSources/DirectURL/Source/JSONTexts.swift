internal import Diagnostics
internal import JSONText
internal import SourceKinds

/// The texts at a path in a JSON document.
struct JSONTexts: Sendable {
  private(set) var texts: [String] = []
  /// What the document has instead of the first expected value, or `nil` if every value was as
  /// expected, or absent.
  private(set) var mismatch: String?

  /// The maximum number of keys in a message.
  private static let maximumKeyCount = 5

  /// Reads a document.
  ///
  /// - Throws: ``UnreadableResponse`` if it is not JSON.
  init(_ document: [UInt8], at path: JSONPath) throws(UnreadableResponse) {
    var reader = JSONReader(document)
    do {
      try read(&reader, path.steps[...])
      try reader.expectEnd()
    } catch {
      switch error {
      case .truncated: throw document.isEmpty ? .empty : .truncated(bytes: document.count)
      case .unexpected(let offset): throw .unexpectedJSON(offset: offset)
      }
    }
  }

  /// Reads a value, in which `steps` lead to the texts.
  private mutating func read(
    _ reader: inout JSONReader, _ steps: ArraySlice<JSONPath.Step>
  ) throws(JSONReader.Failure) {
    let rest = steps.dropFirst()
    var found = self
    switch (steps.first, try reader.peek()) {
    case (nil, UInt8(ascii: "\"")):
      found.texts.append(try reader.string())
    case (.member(let name), UInt8(ascii: "{")):
      var keys: [String] = []
      var isPresent = false
      try reader.object { (reader, key) throws(JSONReader.Failure) in
        if key == name {
          isPresent = true
          try found.read(&reader, rest)
        } else {
          if keys.count < Self.maximumKeyCount { keys.append(key) }
          try reader.skipValue()
        }
      }
      if !isPresent, found.mismatch == nil {
        found.mismatch = "an object with " + keys.map { "`\($0)`" }.joined(separator: ", ")
      }
    case (.elements, UInt8(ascii: "[")):
      try reader.array { (reader) throws(JSONReader.Failure) in try found.read(&reader, rest) }
    case (.keys, UInt8(ascii: "{")):
      try reader.object { (reader, key) throws(JSONReader.Failure) in
        found.texts.append(key)
        try reader.skipValue()
      }
    case (_, let byte):
      if found.mismatch == nil { found.mismatch = Self.kind(of: byte) }
      try reader.skipValue()
    }
    self = found
  }

  /// Returns the kind of a value that begins with `byte`, with its article.
  private static func kind(of byte: UInt8) -> String {
    switch byte {
    case UInt8(ascii: "{"): "an object"
    case UInt8(ascii: "["): "an array"
    case UInt8(ascii: "\""): "a text"
    case UInt8(ascii: "n"): "null"
    case UInt8(ascii: "t"), UInt8(ascii: "f"): "true or false"
    default: "a number"
    }
  }
}
