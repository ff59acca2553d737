package import Diagnostics
internal import TextSearch

/// A `mirror` line of a policy: an address and its mirror, or `*` and the mirrors that serve files
/// by their digests. The words have the same form as in the user's `config`.
package struct PolicyMirror: Hashable, Sendable {
  /// The expected form of the line, for messages.
  static let form =
    "an address and that of its mirror, such as `https://example.org/ "
    + "https://mirror.example.org/`, or `*` and `oci://host/repository` or an address with "
    + "`{sha256}`"

  private static let webSchemes = ["https://", "http://"]
  private static let registrySchemes = ["oci://", "oci+http://"]

  /// The words after `mirror`.
  package let words: [String]

  /// Parses the words after `mirror`. Returns `nil` if they have another form.
  init?(_ words: [String]) {
    guard words.count > 1 else { return nil }
    let mirrors = words.dropFirst()
    let isValid =
      words[0] == "*"
      ? mirrors.allSatisfy(Self.servesByDigest)
      : words.count == 2 && words.allSatisfy { Self.isAddress($0, Self.webSchemes) }
    guard isValid else { return nil }
    self.words = words
  }

  /// The hosts of the mirrors in lowercase, with their ports unless those are the defaults.
  var hosts: [String] { words.dropFirst().compactMap(HostPattern.host) }

  private static func servesByDigest(_ text: String) -> Bool {
    isAddress(text, registrySchemes) || isAddress(text, webSchemes) && text.contains("{sha256}")
  }

  private static func isAddress(_ text: String, _ schemes: [String]) -> Bool {
    schemes.contains(where: text.hasPrefix) && HostPattern.host(ofAddress: text) != nil
      && !text.contains("#")
  }
}

extension PolicyFault {
  /// Creates the fault of a rule about mirrors whose addresses cannot be used.
  package init(badMirrorIn line: PolicyLine) {
    let words = line.text.split(separator: " ").map(String.init)
    let form = PolicyWord(rawValue: words[0])?.form(sources: []) ?? ""
    let value = words.dropFirst().joined(separator: " ")
    self.init(.badValue(value, word: words[0], form: form), in: line.path, line: line.number)
  }
}
