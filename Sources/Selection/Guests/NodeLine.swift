/// A line of Node.js with long-term support. Its code name always means the same major version.
package enum NodeLine {
  /// Returns the major version for a word such as `lts/iron`, or `nil` if it names no line.
  package static func major(named word: some StringProtocol) -> String? {
    let prefix = "lts/"
    guard word.hasPrefix(prefix) else { return nil }
    return majors[word.dropFirst(prefix.count).lowercased()]
  }

  private static let majors = [
    "argon": "4", "boron": "6", "carbon": "8", "dubnium": "10", "erbium": "12", "fermium": "14",
    "gallium": "16", "hydrogen": "18", "iron": "20", "jod": "22", "krypton": "24",
  ]
}
