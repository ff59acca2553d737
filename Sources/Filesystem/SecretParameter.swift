/// A parameter of an address whose name says that its value is a secret: `token` in
/// `https://example.org/tools.tar.gz?token=s3cret`.
///
/// Parameters are in the query, in the fragment, and after a semicolon in the path. The address of
/// a Toolfile or definition must not have one, because locks and definitions are committed, and
/// output conceals its value. Output also conceals a query without a name, as in
/// `https://example.org/tools.tar.gz?s3cret` or `?=s3cret`, because it may be a secret.
package struct SecretParameter: Hashable, Sendable {
  /// The name in the address, or `nil` if this part of the query has none.
  package let name: String?
  /// The indices of the value, which is not empty, in the bytes of the text.
  let value: Range<Int>

  /// Returns the name of the first parameter in `text` whose name says that it is a secret, or
  /// `nil` if there is none.
  package static func firstName(in text: String) -> String? {
    guard text.utf8.contains(UInt8(ascii: "=")) else { return nil }
    return all(in: Array(text.utf8)).lazy.compactMap(\.name).first
  }

  /// Returns all parameters in a text that are or may be secrets, in order. libcurl also accepts
  /// addresses with a single slash.
  static func all(in bytes: [UInt8]) -> [SecretParameter] {
    var found: [SecretParameter] = []
    var index = 0
    while index < bytes.count {
      defer { index += 1 }
      guard bytes[index...].starts(with: ":/".utf8) else { continue }
      let address = bytes[index...].prefix { $0 > 0x20 && !"\"'`".utf8.contains($0) }
      found += parameters(of: address)
      index = address.endIndex
    }
    return found
  }

  private static func parameters(of address: ArraySlice<UInt8>) -> [SecretParameter] {
    var found: [SecretParameter] = []
    var isInPath = true
    var rest = address
    while let start = rest.firstIndex(where: { (isInPath ? ";?#" : ";&?#").utf8.contains($0) }) {
      let mark = rest[start]
      if mark != UInt8(ascii: ";") { isInPath = false }
      let ends = isInPath ? ";?#/" : ";&#"
      rest = rest[(start + 1)...]
      let parameter = rest.prefix { !ends.utf8.contains($0) }
      let name = parameter.prefix { $0 != UInt8(ascii: "=") }
      let hasName = !name.isEmpty && name.count < parameter.count
      let value = parameter.dropFirst(name.count < parameter.count ? name.count + 1 : 0)
      if value.isEmpty || consistsOfWords(value) { continue }
      if !hasName {
        guard "?&".utf8.contains(mark), value.count >= minimumByteCount else { continue }
      } else if !isSecret(name), !hasUserInfo(value) {
        continue
      }
      found.append(
        SecretParameter(
          name: hasName ? String(decoding: name, as: UTF8.self) : nil, value: value.indices))
      rest = rest[value.endIndex...]
    }
    return found
  }

  /// The minimum length of a secret without a name, in bytes.
  private static let minimumByteCount = 4

  /// Returns whether a value consists of placeholders of a template, such as `{version}`. These are
  /// not secrets.
  private static func consistsOfWords(_ value: ArraySlice<UInt8>) -> Bool {
    var rest = value
    while rest.first == UInt8(ascii: "{"), let end = rest.firstIndex(of: UInt8(ascii: "}")) {
      let word = rest[(rest.startIndex + 1)..<end]
      guard !word.isEmpty, word.allSatisfy({ "abcdefghijklmnopqrstuvwxyz".utf8.contains($0) })
      else { return false }
      rest = rest[(end + 1)...]
    }
    return rest.isEmpty
  }

  /// Returns whether a value is an address with a user, as in `u=https://me:s3cret@example.org`.
  private static func hasUserInfo(_ value: ArraySlice<UInt8>) -> Bool {
    let text = PercentEncoding.decode(value) ?? Array(value)
    let mark = Array("://".utf8)
    guard let start = text.indices.first(where: { text[$0...].starts(with: mark) }) else {
      return false
    }
    return text[(start + mark.count)...].prefix { $0 != UInt8(ascii: "/") }
      .contains(UInt8(ascii: "@"))
  }

  /// Returns whether a name contains a word for secrets, as do `access_token`, `X-Amz-Signature`,
  /// and `apiKey`.
  private static func isSecret(_ name: ArraySlice<UInt8>) -> Bool {
    var words: [String] = [""]
    var wasLowercase = false
    for byte in PercentEncoding.decode(name) ?? Array(name) {
      let character = Character(Unicode.Scalar(byte))
      let isLetter = character.isASCII && character.isLetter
      if !isLetter || (wasLowercase && character.isUppercase) { words.append("") }
      if isLetter { words[words.count - 1] += character.lowercased() }
      wasLowercase = isLetter && character.isLowercase
    }
    return words.count == 1 && wholeNames.contains(words[0])
      || words.contains(where: Self.words.contains)
      || endings.contains(where: words.joined().hasSuffix)
  }

  /// Words that name a secret only if they are the whole name: `key` does, but `sort_key` does not.
  private static let wholeNames: Set = ["code", "key", "pw", "session"]

  private static let words: Set = [
    "auth", "authorization", "bearer", "credential", "credentials", "jwt", "pass", "pat", "pwd",
    "sas", "secret", "sig", "signature", "token",
  ]

  private static let endings = [
    "accesskey", "accesskeyid", "apikey", "password", "passphrase", "passwd", "privatekey",
    "secret", "signature", "token",
  ]
}
