internal import Cryptography
internal import Diagnostics
internal import JSONText

/// A JSON object whose members are all known, in the JSON encoding of Protocol Buffers: bytes are
/// base64, 64-bit integers may be strings, and a `null` member counts as missing.
///
/// An unknown or repeated member is refused, not ignored, because two readers that treat it
/// differently would disagree about what was proved.
struct StrictObject {
  /// The path of members to this object, such as `verificationMaterial.tlogEntries`. Empty for the
  /// whole text.
  private let path: String
  private let members: [String: JSONTree]

  /// Reads a text that consists of one object.
  ///
  /// - Parameter names: The names of all possible members.
  init(
    parsing bytes: [UInt8], limit: Int, names: [String]
  ) throws(AttestationFormFault) {
    guard bytes.count <= limit else { throw .tooLarge(limit: limit) }
    let tree: JSONTree
    do {
      tree = try JSONTree(parsing: bytes)
    } catch {
      switch error {
      case .truncated: throw .unreadable(offset: bytes.count)
      case .unexpected(let offset): throw .unreadable(offset: offset)
      }
    }
    try self.init(tree, path: "", names: names)
  }

  private init(
    _ tree: JSONTree, path: String, names: [String]
  ) throws(AttestationFormFault) {
    guard case .object(let pairs) = tree else { throw .invalidMember(path) }
    self.path = path
    var members: [String: JSONTree] = [:]
    for (name, value) in pairs {
      let place = path.isEmpty ? name : "\(path).\(name)"
      guard names.contains(name) else { throw .unknownMember(place) }
      guard members.updateValue(value, forKey: name) == nil else { throw .repeatedMember(place) }
    }
    self.members = members
  }

  /// The path of a member.
  func place(of name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }

  /// Returns the value of a member, or `nil` if the member is missing.
  private func value(_ name: String) -> JSONTree? {
    guard let value = members[name] else { return nil }
    if case .null = value { return nil }
    return value
  }

  /// Refuses members that are not in `names`, for a text whose form is known only after it is read.
  func restrict(to names: [String]) throws(AttestationFormFault) {
    for name in members.keys.sorted() where !names.contains(name) {
      throw .unknownMember(place(of: name))
    }
  }

  /// Returns whether the object has a member with this name.
  func has(_ name: String) -> Bool { value(name) != nil }

  /// Returns `result`, or reports that its member is missing if it is `nil`.
  func required<Value>(
    _ name: String, _ result: Value?
  ) throws(AttestationFormFault) -> Value {
    guard let result else { throw .missingMember(place(of: name)) }
    return result
  }

  /// Returns a text, or `nil` if the member is missing.
  func textIfPresent(_ name: String) throws(AttestationFormFault) -> String? {
    guard let value = value(name) else { return nil }
    guard case .string(let text) = value else { throw .invalidMember(place(of: name)) }
    return text
  }

  /// Returns a text.
  func text(_ name: String) throws(AttestationFormFault) -> String {
    try required(name, textIfPresent(name))
  }

  /// Returns bytes that are encoded in base64 with padding, or `nil` if the member is missing.
  func bytesIfPresent(_ name: String) throws(AttestationFormFault) -> [UInt8]? {
    guard let text = try textIfPresent(name) else { return nil }
    return try decoded(text, name)
  }

  /// Returns bytes that are encoded in base64 with padding. There is at least one.
  func bytes(_ name: String) throws(AttestationFormFault) -> [UInt8] {
    try required(name, bytesIfPresent(name))
  }

  /// Decodes base64. Requires padding, because bytes must have only one spelling.
  private func decoded(
    _ text: String, _ name: String
  ) throws(AttestationFormFault) -> [UInt8] {
    guard text.utf8.count % 4 == 0, let bytes = Base64.standard.decode(text), !bytes.isEmpty else {
      throw .invalidMember(place(of: name))
    }
    return bytes
  }

  /// Returns a nonnegative integer, or `nil` if the member is missing.
  func numberIfPresent(_ name: String) throws(AttestationFormFault) -> Int? {
    guard let value = value(name) else { return nil }
    switch value {
    case .integer(let number) where number >= 0: return number
    case .string(let text):
      if let number = Int(text), number >= 0, String(number) == text { return number }
    default: break
    }
    throw .invalidMember(place(of: name))
  }

  /// Returns an integer, which must not be spelled as a string.
  func integer(_ name: String) throws(AttestationFormFault) -> Int {
    guard case .integer(let number) = try required(name, value(name)) else {
      throw .invalidMember(place(of: name))
    }
    return number
  }

  /// Returns an object, or `nil` if the member is missing.
  func formIfPresent(
    _ name: String, names: [String]
  ) throws(AttestationFormFault) -> StrictObject? {
    guard let value = value(name) else { return nil }
    return try StrictObject(value, path: place(of: name), names: names)
  }

  /// Returns an object, whose possible members are `names`.
  func form(_ name: String, names: [String]) throws(AttestationFormFault) -> StrictObject {
    try required(name, formIfPresent(name, names: names))
  }

  /// Returns the elements of an array. Empty if the member is missing.
  private func elements(
    _ name: String, limit: Int
  ) throws(AttestationFormFault) -> [JSONTree] {
    guard let value = value(name) else { return [] }
    guard case .array(let elements) = value else { throw .invalidMember(place(of: name)) }
    guard elements.count <= limit else { throw .count(member: place(of: name), elements.count) }
    return elements
  }

  /// Returns the objects of an array. Empty if the member is missing.
  func forms(
    _ name: String, limit: Int, names: [String]
  ) throws(AttestationFormFault) -> [StrictObject] {
    var forms: [StrictObject] = []
    for element in try elements(name, limit: limit) {
      forms.append(try StrictObject(element, path: place(of: name), names: names))
    }
    return forms
  }

  /// Returns the only object of an array.
  func onlyForm(_ name: String, names: [String]) throws(AttestationFormFault) -> StrictObject {
    let forms = try forms(name, limit: 1, names: names)
    return try required(name, forms.first)
  }

  /// Returns the bytes that the strings of an array encode in base64. Empty if the member is
  /// missing.
  func byteArrays(_ name: String, limit: Int) throws(AttestationFormFault) -> [[UInt8]] {
    var arrays: [[UInt8]] = []
    for element in try elements(name, limit: limit) {
      guard case .string(let text) = element else { throw .invalidMember(place(of: name)) }
      arrays.append(try decoded(text, name))
    }
    return arrays
  }
}
