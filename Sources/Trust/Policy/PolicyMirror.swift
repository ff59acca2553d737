package import Diagnostics

/// A `mirror` line of a policy: an address and its mirror, or `*` and the mirrors that serve files
/// by their digests. The words have the same form as in the user's `config`.
package struct PolicyMirror: Hashable, Sendable {
  /// The expected form of the line, for messages.
  static let form =
    "an address and that of its mirror, such as `https://example.org/ "
    + "https://mirror.example.org/`, or `*` and `oci://host/repository` or an address with "
    + "`{sha256}`"

  /// Whether the mirror stands for an address, and does not serve files by their digests.
  let standsForAddress: Bool

  /// Reads the words after `mirror`. Returns `nil` if there is no mirror, or if one has no host
  /// that a policy can name. A mirror with a password has none, because every user can read a
  /// policy.
  ///
  /// The HTTP client checks everything else about the form.
  init?(_ words: [String]) {
    let hosts = words.dropFirst().map(HostPattern.host)
    guard !hosts.isEmpty, !hosts.contains(nil) else { return nil }
    standsForAddress = words.first != "*"
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
