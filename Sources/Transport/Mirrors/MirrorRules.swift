package import Diagnostics

/// The mirrors to ask instead of public addresses, and how to log in to them.
///
/// ```
/// mirror https://pypi.example/ https://mirror.example.org/pypi/   an address and all below it
/// mirror * oci://registry.example.org/tools                       files, by their digests
/// mirror * https://files.example.org/{sha256}
/// mirror-only on                                  nothing but mirrors is asked
/// mirror-host storage.example.org                 a host that mirrors may lead to
/// credential-helper registry.example.org pass     who knows the password for a host
/// ```
///
/// A rule of the machine's policy takes precedence over every rule of the user. If the policy
/// permits only mirrors, the user's mirrors are not asked.
package struct MirrorRules: Hashable, Sendable {
  /// A line of the settings or of the policy.
  package struct Entry: Error, Hashable, Sendable {
    package let key: String
    /// The words after the key.
    package let values: [String]
    package let authority: MirrorAuthority

    /// Creates a line.
    package init(_ key: String, _ values: [String], _ authority: MirrorAuthority) {
      (self.key, self.values, self.authority) = (key, values, authority)
    }
  }

  private var policy = MirrorSet()
  private var user = MirrorSet()
  /// The rule that forbids requests to anything but mirrors, or `nil` if there is none.
  private(set) var onlyRule: MirrorAuthority?
  /// The names of the credential helpers, by host, some with a port.
  private var helpers: [String: String] = [:]

  /// Creates rules without mirrors.
  package init() {}

  /// Creates the rules in these lines. Other keys are ignored.
  ///
  /// Of several rules of one authority for an address, the one with the longest address applies,
  /// and of two for the same address, the later one. `mirror-only on` in any line applies.
  ///
  /// - Throws: The first ``Entry`` that has another form than its key.
  package init(_ entries: [Entry]) throws(Entry) {
    for entry in entries where !add(entry) { throw entry }
    // Otherwise, a user could name any server as a mirror.
    if onlyRule?.policyLine != nil { user = MirrorSet() }
  }

  /// Adds a line. Returns `false` if it has another form than its key.
  private mutating func add(_ entry: Entry) -> Bool {
    let values = entry.values
    let isPolicy = entry.authority.policyLine != nil
    switch entry.key {
    case "mirror": return isPolicy ? policy.addMirrors(values) : user.addMirrors(values)
    case "mirror-host": return isPolicy ? policy.addHost(values) : user.addHost(values)
    case "mirror-only":
      guard values == ["on"] || values == ["off"] else { return false }
      let isFirst = onlyRule == nil || isPolicy && onlyRule?.policyLine == nil
      if values == ["on"], isFirst { onlyRule = entry.authority }
    case "credential-helper":
      guard values.count == 2, WebOrigin.isHost(values[0]), CredentialHelpers.isName(values[1])
      else { return false }
      helpers[values[0].lowercased()] = values[1]
    default: break
    }
    return true
  }

  // MARK: Addresses

  /// Returns the mirrors that serve files by their digests, in the order in which they are asked.
  ///
  /// - Parameter original: The public address of the file, or `nil` if it is unknown.
  func byDigest(for original: WebAddress?) -> [DigestMirror] {
    if !policy.byDigest.isEmpty { return policy.byDigest }
    // The user's mirrors must not replace one that the policy names.
    if let original, policy.rule(for: original) != nil { return [] }
    return user.byDigest
  }

  /// Returns the address that the response would have without mirrors.
  func publicAddress(of address: WebAddress) -> WebAddress {
    guard let original = address.original.flatMap({ try? WebAddress($0) }) else { return address }
    let mirror = mirror(of: original)
    if mirror?.address.text == address.text { return original }
    return publicAddress(of: address, preferring: mirror?.rule) ?? original
  }

  /// Parses a link on a page, which is relative to the address of the mirror that is asked for the
  /// page. The result is a public address, even if the link leads to a mirror.
  ///
  /// - Parameter page: The public address of the page.
  func parts(
    ofReference reference: String, onPageAt page: WebAddress
  ) throws(WebAddress.Failure) -> WebAddress.Parts {
    let mirror = mirror(of: page)
    let parts = try (mirror?.address ?? page).parts(ofReference: reference)
    guard let mirror, let address = publicAddress(of: parts.address, preferring: mirror.rule)
    else { return parts }
    return WebAddress.Parts(address: address, credentials: nil, fragment: parts.fragment)
  }

  /// Returns the public address of a file on a mirror, by `rule` if that applies, or `nil` if it is
  /// not on a mirror.
  private func publicAddress(
    of address: WebAddress, preferring rule: MirrorRewrite?
  ) -> WebAddress? {
    rule?.publicAddress(of: address) ?? policy.publicAddress(of: address)
      ?? user.publicAddress(of: address)
  }

  /// Returns the address of the mirror for `wanted` with its rule, or `nil` if there is none or
  /// `wanted` is itself on a mirror.
  func mirror(of wanted: WebAddress) -> (address: WebAddress, rule: MirrorRewrite)? {
    // A user's mirror at a public address must not suspend the policy's rule for that address.
    if policy.covers(wanted) { return nil }
    let rule = policy.rule(for: wanted) ?? (user.covers(wanted) ? nil : user.rule(for: wanted))
    guard let rule, let address = rule.address(for: wanted) else { return nil }
    return (address, rule)
  }

  /// Returns whether an address may be requested even if only mirrors may be asked.
  func isKnown(_ address: WebAddress) -> Bool { isOfPolicy(address) || user.includes(address) }

  /// Returns whether the policy names the mirror or the host of an address.
  package func isOfPolicy(_ address: WebAddress) -> Bool { policy.includes(address) }

  /// Returns whether the user or the policy has named `site` as one that mirrors may lead to.
  func names(_ site: WebOrigin) -> Bool { policy.names(site) || user.names(site) }

  /// Returns the name of the credential helper for `site`, or `nil` if there is none.
  func credentialHelper(for site: WebOrigin) -> String? {
    site.names.lazy.compactMap { helpers[$0] }.first
  }
}
