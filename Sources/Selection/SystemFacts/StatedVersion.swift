internal import Vocabulary

/// The version in the output of a program, such as `2.39.5` in `git version 2.39.5 (Apple Git)`.
///
/// It is the first sequence of dotted numbers or, if there is none, the first number, as in
/// `openjdk version "21"`. It excludes suffixes, which have no common form: `1.1.1w`, `3.1.2p20`,
/// `5.2.15(1)-release`.
struct StatedVersion {
  let text: String

  /// Finds the version in the output of a program. Returns `nil` if there is none.
  init?(in output: [UInt8]) {
    var first: String?
    var index = 0
    while index < output.count {
      guard output[index].isDigit, Self.begins(output, at: index) else {
        index += 1
        continue
      }
      let end = Self.end(of: output, from: index)
      let number = String(decoding: output[index..<end], as: UTF8.self)
      if number.contains(".") {
        text = number
        return
      }
      first = first ?? number
      index = end
    }
    guard let first else { return nil }
    text = first
  }

  /// Returns whether a version can start at a digit: at the start of the output, after a character
  /// that is not part of a word, or after a `v` that starts a word.
  private static func begins(_ output: [UInt8], at index: Int) -> Bool {
    func isWord(_ index: Int) -> Bool {
      index >= 0 && (output[index].isIdentifier || output[index] == UInt8(ascii: "."))
    }
    if !isWord(index - 1) { return true }
    return [UInt8(ascii: "v"), UInt8(ascii: "V")].contains(output[index - 1]) && !isWord(index - 2)
  }

  /// Returns the index after the dotted number that starts at `start`.
  private static func end(of output: [UInt8], from start: Int) -> Int {
    var end = start
    while end < output.count {
      let isDot =
        output[end] == UInt8(ascii: ".") && end + 1 < output.count && output[end + 1].isDigit
      guard output[end].isDigit || isDot else { break }
      end += 1
    }
    return end
  }
}
