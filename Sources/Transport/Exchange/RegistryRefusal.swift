internal import JSONText

/// A response of a registry or its token server that states an error.
package struct RegistryRefusal: Hashable, Sendable {
  /// The HTTP status.
  package let status: Int
  package let words: Words
  package let address: WebAddress
  /// The number of attempts made.
  let attempts: Int

  /// The first error in the body of a response (OCI Distribution Specification, "Error Codes").
  package struct Words: Hashable, Sendable {
    /// Such as `DENIED`.
    package let code: String
    /// The explanation, or `nil` if there is none.
    package let message: String?
  }
}

extension RegistryRefusal.Words {
  /// Reads the body of a response, or returns `nil` if it states no error.
  init?(_ body: [UInt8]) {
    var (code, message): (String?, String?)
    var reader = JSONReader(body)
    do throws(JSONReader.Failure) {
      try reader.object { reader, key throws(JSONReader.Failure) in
        guard key == "errors", code == nil else { return try reader.skipValue() }
        try reader.array { reader throws(JSONReader.Failure) in
          if code != nil { return try reader.skipValue() }
          try reader.object { reader, key throws(JSONReader.Failure) in
            switch key {
            case "code": code = try reader.stringIfPresent()
            case "message": message = try reader.stringIfPresent()
            default: try reader.skipValue()
            }
          }
        }
      }
    } catch {
      return nil
    }
    guard let code, !code.isEmpty else { return nil }
    (self.code, self.message) = (code, message.flatMap { $0.isEmpty ? nil : $0 })
  }
}
