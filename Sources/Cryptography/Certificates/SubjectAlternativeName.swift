internal import CCrypto

/// A name of the holder of a certificate (GeneralName in RFC 5280, 4.2.1.6).
package enum SubjectAlternativeName: Hashable, Sendable {
  /// An address, such as that of a workflow.
  case uri(String)
  /// An email address.
  case email(String)
  /// A name whose form `oid` identifies. Fulcio uses the identifier 1.3.6.1.4.1.57264.1.7 for names
  /// of its own kind, such as user names.
  case other(oid: String, text: String)

  /// Reads the names in the value of an extension. Skips names of other forms, such as host names.
  /// Returns `nil` if the bytes are not a list of names.
  static func all(in value: [UInt8]) -> [SubjectAlternativeName]? {
    guard let content = DERReader.only(DERReader.sequence, in: value) else { return nil }
    var reader = DERReader(content)
    var names: [SubjectAlternativeName] = []
    while !reader.isAtEnd {
      guard let element = reader.next() else { return nil }
      switch element.tag {
      case DERReader.context(6), DERReader.context(1):
        guard let text = String(validating: element.content, as: Unicode.ASCII.self) else {
          return nil
        }
        names.append(element.tag == DERReader.context(6) ? .uri(text) : .email(text))
      case DERReader.context(0, isConstructed: true):
        if let name = otherName(element.content) { names.append(name) }
      default: continue
      }
    }
    return names
  }

  /// Reads an identifier and a UTF-8 text. Returns `nil` for values of other types.
  private static func otherName(_ content: ArraySlice<UInt8>) -> SubjectAlternativeName? {
    var reader = DERReader(content)
    guard let oid = reader.next(DERReader.objectIdentifier).flatMap(numbers(ofIdentifier:)),
      let value = reader.next(DERReader.context(0, isConstructed: true)), reader.isAtEnd,
      let content = DERReader.only(DERReader.utf8String, in: Array(value)),
      let text = String(validating: content, as: UTF8.self)
    else { return nil }
    return .other(oid: oid, text: text)
  }

  /// Returns the dotted numbers of an object identifier from its content.
  private static func numbers(ofIdentifier content: ArraySlice<UInt8>) -> String? {
    guard content.count < 0x80 else { return nil }
    let der = [DERReader.objectIdentifier, UInt8(content.count)] + content
    guard let identifier = unsafe decoded(der, by: { unsafe d2i_ASN1_OBJECT(nil, $0, $1) }) else {
      return nil
    }
    defer { unsafe ASN1_OBJECT_free(identifier) }
    return unsafe dottedNumbers(of: identifier)
  }
}
