/// A pattern for the names of files, such as `tool-{version}-*.zip`.
package struct AssetPattern: Hashable, Sendable {
  private let text: [UInt8]

  /// Creates a pattern for the files of a release.
  ///
  /// In `template`, `{version}` and `{tag}` stand for the release's version and tag. `*` stands for
  /// any characters, as do other words in braces such as `{os}` and `{arch}`, because the rules for
  /// names choose among the files that match. Everything else stands for itself.
  package init(_ template: String, version: String, tag: String) {
    var text = ""
    var rest = template[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      text += rest[..<open]
      switch rest[rest.index(after: open)..<close] {
      case "version": text += version
      case "tag": text += tag
      default: text += "*"
      }
      rest = rest[rest.index(after: close)...]
    }
    self.text = Array((text + rest).utf8)
  }

  /// Whether the pattern matches only one name.
  var isExact: Bool { !text.contains(UInt8(ascii: "*")) }

  /// Returns whether the pattern matches a whole name.
  func matches(_ name: String) -> Bool {
    let name = Array(name.utf8)
    var (position, index) = (0, 0)
    // The last `*`, and the end of what it stands for so far.
    var star: (position: Int, index: Int)?
    while index < name.count {
      if position < text.count, text[position] == UInt8(ascii: "*") {
        star = (position, index)
        position += 1
      } else if position < text.count, text[position] == name[index] {
        position += 1
        index += 1
      } else if let last = star {
        star = (last.position, last.index + 1)
        position = last.position + 1
        index = last.index + 1
      } else {
        return false
      }
    }
    return text[position...].allSatisfy { $0 == UInt8(ascii: "*") }
  }
}
