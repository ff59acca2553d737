/// The build that a version names after `+`, such as `k3s10` in `1.28.4+k3s10`.
///
/// SemVer leaves builds out of its order. Here, they are separate versions with separate files, so
/// they need an order that does not depend on an index: a version precedes its builds, and builds
/// sort by their numbers and words, so `k3s2` precedes `k3s10`. Labels whose numbers and words are
/// the same, such as `r1.2` and `r1-2`, sort by their bytes.
struct BuildLabel: Sendable {
  /// The text after `+`.
  let text: ArraySlice<UInt8>

  /// The label with the `+` before it.
  var suffix: String { "+" + String(decoding: text, as: UTF8.self) }

  /// Takes the label and the `+` before it.
  ///
  /// - Returns: Whether the text is well-formed. The label is `nil` if no `+` comes next.
  static func take(from cursor: inout VersionCursor) -> (isWellFormed: Bool, label: BuildLabel?) {
    guard cursor.take(UInt8(ascii: "+")) else { return (true, nil) }
    let start = cursor.position
    repeat {
      let part = cursor.takeRun { $0.isASCIILetterOrDigit || $0 == UInt8(ascii: "-") }
      if part == nil { return (false, nil) }
    } while cursor.take(UInt8(ascii: "."))
    return (true, BuildLabel(text: cursor.bytes[start..<cursor.position]))
  }
}

extension OrderKey {
  /// Returns the finished key of a version with `build`, given the key without its end.
  func ended(by build: BuildLabel?) -> String {
    var key = self
    guard let build else {
      key.append(.end)
      return key.text
    }
    key.append(.build)
    var cursor = VersionCursor(build.text)
    while !cursor.isAtEnd {
      if let number = cursor.takeNumeral() {
        key.append(number)
      } else if let word = cursor.takeRun(of: \.isASCIILetter) {
        key.append(.name, word: String(decoding: word, as: UTF8.self))
      } else {
        _ = cursor.takeRun { !$0.isASCIILetterOrDigit }
      }
    }
    key.append(.end)
    key.append(.name, word: String(decoding: build.text, as: UTF8.self))
    return key.text
  }

  /// The common prefix of the keys of all builds of a version, given the key without its end.
  var ofBuilds: OrderKey {
    var key = self
    key.append(.build)
    return key
  }
}
