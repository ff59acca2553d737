/// A `mirror` line of a policy: an address, and the mirror that serves its files.
package struct PolicyMirror: Hashable, Sendable {
  /// The expected form of the line, for messages.
  static let form =
    "an address such as `https://example.org/`, or `*`, and the address of its mirror"

  /// The prefix of the addresses that the mirror serves. It ends with `/`. `nil` stands for every
  /// file with a known digest (`*`).
  package let original: String?
  /// The address of the mirror, which uses https or is that of an OCI registry (`oci://…`).
  package let mirror: String

  /// Parses the words after `mirror`. Returns `nil` if they have another form.
  init?(_ words: [String]) {
    guard words.count == 2, Self.isAddress(words[1], ["https://", "oci://"]) else { return nil }
    if words[0] == "*" {
      original = nil
    } else {
      guard Self.isAddress(words[0], ["https://"]), words[0].hasSuffix("/") else { return nil }
      original = words[0]
    }
    mirror = words[1]
  }

  private static func isAddress(_ text: String, _ schemes: [String]) -> Bool {
    guard let scheme = schemes.first(where: text.hasPrefix) else { return false }
    let host = text.dropFirst(scheme.count).prefix { $0 != "/" }
    return !host.hasPrefix("*") && HostPattern(String(host)) != nil
  }
}
