internal import Diagnostics
internal import JSONText
internal import Vocabulary

extension IndexPage {
  /// Reads the JSON form of a simple index page (PEP 691; PEP 700 for sizes and times;
  /// PEP 740 for provenance).
  ///
  /// - Throws: ``UnreadableResponse`` if the text is empty, truncated, invalid JSON, or not an
  ///   index page.
  init(json bytes: [UInt8]) throws(UnreadableResponse) {
    if bytes.isEmpty { throw .empty }
    var page = IndexPage()
    var version: String?
    var hasFiles = false
    var reader = JSONReader(bytes)
    do {
      try reader.object { (reader, key) throws(JSONReader.Failure) in
        switch key {
        case "meta":
          try reader.object { (reader, key) throws(JSONReader.Failure) in
            if key == "api-version" {
              version = try reader.stringIfPresent()
            } else {
              try reader.skipValue()
            }
          }
        case "files":
          hasFiles = true
          try reader.array { (reader) throws(JSONReader.Failure) in
            if let file = try IndexFile(&reader) { page.files.append(file) }
          }
        default: try reader.skipValue()
        }
      }
      try reader.expectEnd()
    } catch {
      throw UnreadableResponse(error, of: bytes)
    }
    if let version { try Self.check(apiVersion: version) }
    // Other JSON objects, such as error reports or the responses of another API, have no `files`.
    guard hasFiles else { throw .noFiles }
    self = page
  }
}

extension IndexFile {
  /// Reads an element of `files`. Returns `nil` if it has no name or address, or if the name is
  /// not that of a distribution.
  fileprivate init?(_ reader: inout JSONReader) throws(JSONReader.Failure) {
    var name: ArraySlice<UInt8>?
    var reference: ArraySlice<UInt8>?
    var file = IndexFile(name: "", reference: "", digest: .none)
    try reader.object { (reader, key) throws(JSONReader.Failure) in
      switch key {
      case "filename": name = try reader.stringBytesIfPresent()
      case "url": reference = try reader.stringBytesIfPresent()
      case "size": file.size = try reader.integerIfPresent()
      case "upload-time": file.uploaded = try reader.stringIfPresent()
      case "provenance": file.provenance = try reader.stringIfPresent()
      case "yanked":
        if try reader.peek() == UInt8(ascii: "\"") {
          file.yanked = try reader.string()
        } else if try reader.readIsTrue() {
          file.yanked = ""
        }
      case "hashes":
        try reader.object { (reader, key) throws(JSONReader.Failure) in
          if key == "sha256", let digits = try reader.stringBytesIfPresent() {
            file.digest = IndexDigest(sha256: digits)
          } else if key != "sha256" {
            try reader.skipValue()
          }
        }
      default: try reader.skipValue()
      }
    }
    guard let name, let reference, DistributionName.isFile(name) else { return nil }
    file.name = String(decoding: name, as: UTF8.self)
    file.reference = String(decoding: reference.prefix { $0 != UInt8(ascii: "#") }, as: UTF8.self)
    if let size = file.size, !(0...Artifact.maximumSize).contains(size) { file.size = nil }
    self = file
  }
}
