package import Diagnostics

/// A `mirror` line of a policy: an address and its mirror, or `*` and the mirrors that serve files
/// by their digests. The words have the same form as in the user's `config`.
package struct PolicyMirror: Hashable, Sendable {
  /// The expected form of the line, for messages.
  static let form =
    "an address and that of its mirror, such as `https://example.org/ "
    + "https://mirror.example.org/`, or `*` and `oci://host/repository` or an address with "
    + "`{sha256}`"

  /// The address of the mirror, without slashes at its end. `nil` if the line names mirrors by
  /// digest.
  private let address: String?

  /// Reads the words after `mirror`. Returns `nil` if there is no mirror, or if one has no host
  /// that a policy can name. A mirror with a password has none, because every user can read a
  /// policy.
  ///
  /// The HTTP client checks everything else about the form.
  init?(_ words: [String]) {
    let mirrors = words.dropFirst()
    guard !mirrors.isEmpty, !mirrors.map(HostPattern.host).contains(nil) else { return nil }
    let isByDigest = words[0] == "*"
    address = isByDigest ? nil : mirrors.first.map { Self.trimmed($0[...]) }
  }

  /// Returns whether an address is that of the mirror, or below it, in the spelling of the line.
  /// The HTTP client also understands other spellings, in which an address may lead elsewhere.
  func covers(_ text: String) -> Bool {
    guard let address, text == address || text.hasPrefix(address + "/") else { return false }
    return !text.dropFirst(address.count).contains("%")
      && !text.dropFirst(address.count).split(separator: "/").contains { [".", ".."].contains($0) }
  }

  private static func trimmed(_ address: Substring) -> String {
    String(address.dropLast(address.reversed().prefix { $0 == "/" }.count))
  }
}

extension PolicyFault {
  /// Creates the fault of a rule about mirrors whose addresses cannot be used.
  ///
  /// - Parameter fault: The fault of a registry's repository, or `nil` if the rule has another one.
  package init(badMirrorIn line: PolicyLine, _ fault: RepositoryFault?) {
    if let fault {
      self.init(.badRepository(fault), in: line.path, line: line.number)
      return
    }
    let words = line.text.split(separator: " ").map(String.init)
    let form = PolicyWord(rawValue: words[0])?.form(sources: []) ?? ""
    let value = words.dropFirst().joined(separator: " ")
    self.init(.badValue(value, word: words[0], form: form), in: line.path, line: line.number)
  }
}
