import Cryptography
import SampleAttestations

/// A change to a valid attestation, after which it must be refused.
struct Mutation: CustomStringConvertible, Sendable {
  /// The form of the attestation that is changed.
  let form: SampleAttestation.Form
  /// Which member is changed, and how.
  let description: String
  /// Returns the changed text. The second attestation is about the same file and by the same
  /// signer, but with a different key and signature. The third is like the second, but from a
  /// different instance.
  let change: @Sendable (Texts) -> String

  struct Texts: Sendable {
    let text: String
    let sibling: String
    let stranger: String
  }

  init(
    _ description: String, of form: SampleAttestation.Form = .version3,
    _ change: @escaping @Sendable (Texts) -> String
  ) {
    self.form = form
    self.description = description
    self.change = change
  }

  /// Replaces every occurrence of a text.
  static func replace(
    _ description: String, of form: SampleAttestation.Form = .version3, _ old: String,
    with new: String
  ) -> Mutation {
    Mutation(description, of: form) { $0.text.replacing(old, with: new) }
  }

  /// Changes the value of the first string member with a name.
  static func member(
    _ name: String, _ how: String, of form: SampleAttestation.Form = .version3,
    _ change: @escaping @Sendable (String) -> String
  ) -> Mutation {
    Mutation("\(name): \(how)", of: form) { texts in
      texts.text.changingMember(name, to: change(texts.text.member(name)))
    }
  }

  /// Changes the bytes in the first member with a name.
  static func bytes(
    _ name: String, _ how: String, of form: SampleAttestation.Form = .version3,
    _ change: @escaping @Sendable ([UInt8]) -> [UInt8]
  ) -> Mutation {
    member(name, how, of: form) { base64(change(Base64.standard.decode($0) ?? [])) }
  }

  /// Inverts a bit in the first member with a name.
  static func flip(
    _ name: String, of form: SampleAttestation.Form = .version3, at position: Int = 10
  ) -> Mutation {
    bytes(name, "bit \(position) inverted", of: form) { bytes in
      var bytes = bytes
      bytes[position % bytes.count] ^= 1
      return bytes
    }
  }

  /// Takes the first member with a name from another attestation.
  static func exchange(
    _ name: String, of form: SampleAttestation.Form = .version3,
    from other: @escaping @Sendable (Texts) -> String, _ whose: String
  ) -> Mutation {
    Mutation("\(name): that of \(whose)", of: form) { texts in
      texts.text.changingMember(name, to: other(texts).member(name))
    }
  }
}

extension String {
  /// Returns the text with `new` instead of each `old`.
  func replacing(_ old: String, with new: String) -> String {
    var result = ""
    var rest = self[...]
    while let start = rest.start(of: old) {
      result += rest[..<start] + new
      rest = rest[rest.index(start, offsetBy: old.count)...]
    }
    return result + rest
  }

  /// Returns the value of the first string member with a name, as the text spells it.
  func member(_ name: String) -> String { String(self[memberRange(name)]) }

  func changingMember(_ name: String, to value: String) -> String {
    var text = self
    text.replaceSubrange(memberRange(name), with: value)
    return text
  }

  private func memberRange(_ name: String) -> Range<Index> {
    let key = "\"\(name)\":\""
    guard let start = self[...].start(of: key) else { fatalError("no member \(name)") }
    let first = index(start, offsetBy: key.count)
    return first..<(self[first...].firstIndex(of: "\"") ?? endIndex)
  }
}

extension String {
  /// Returns the text before the first occurrence of `end`.
  func upTo(_ end: String) -> String {
    self[...].start(of: end).map { String(self[..<$0]) } ?? self
  }

  /// Returns the text between the first `start` and the next `end`, including both if `inclusive`.
  func between(_ start: String, _ end: String, inclusive: Bool) -> String {
    guard let first = self[...].start(of: start) else { fatalError("no \(start)") }
    let content = self[index(first, offsetBy: start.count)...]
    guard let last = content.start(of: end) else { fatalError("no \(end)") }
    let text = String(content[..<last])
    return inclusive ? start + text + end : text
  }

  /// Replaces the first `start` and the text between it and the next `end`.
  func removing(from start: String, to end: String, with new: String) -> String {
    replacing(start + between(start, end, inclusive: false), with: new)
  }
}

extension [UInt8] {
  /// Returns the text with `new` instead of each `old`.
  func replacing(_ old: String, _ new: String) -> [UInt8] {
    Array(String(decoding: self, as: UTF8.self).replacing(old, with: new).utf8)
  }
}

extension Substring {
  fileprivate func start(of text: String) -> Index? {
    let (bytes, wanted) = (utf8, Array(text.utf8))
    var index = startIndex
    while index < endIndex {
      if bytes[index...].starts(with: wanted) { return index }
      index = bytes.index(after: index)
    }
    return nil
  }
}
