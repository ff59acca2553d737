package import Vocabulary

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
package struct MirrorRules: Hashable, Sendable {
  /// A line of a file of settings.
  package struct Entry: Error, Hashable, Sendable {
    package let key: String
    /// The words after the key.
    package let values: [String]
    package let origin: Origin

    /// Creates a line.
    package init(_ key: String, _ values: [String], origin: Origin) {
      (self.key, self.values, self.origin) = (key, values, origin)
    }
  }

  private var rewrites: [MirrorRewrite] = []
  /// The mirrors that serve files by their digests, in the order in which they are asked.
  private(set) var byDigest: [DigestMirror] = []
  /// The place that forbids requests to anything but mirrors, or `nil` if none does.
  private(set) var onlyOrigin: Origin?
  /// The hosts that mirrors may lead to, some with a port.
  private var furtherHosts: Set<String> = []
  /// The names of the credential helpers, by host, some with a port.
  private var helpers: [String: String] = [:]

  /// Creates rules without mirrors.
  package init() {}

  /// Creates the rules in lines of settings. Other keys are ignored.
  ///
  /// Of several rules for an address, the one with the longest address applies, and of two for the
  /// same address, the later one. `mirror-only on` in any line applies.
  ///
  /// - Throws: The first ``Entry`` that has another form than its key.
  package init(_ entries: [Entry]) throws(Entry) {
    for entry in entries {
      switch entry.key {
      case "mirror": try addMirrors(of: entry)
      case "mirror-only":
        guard entry.values == ["on"] || entry.values == ["off"] else { throw entry }
        if entry.values == ["on"] { onlyOrigin = onlyOrigin ?? entry.origin }
      case "mirror-host":
        guard entry.values.count == 1, Self.isHost(entry.values[0]) else { throw entry }
        furtherHosts.insert(entry.values[0].lowercased())
      case "credential-helper":
        guard entry.values.count == 2, Self.isHost(entry.values[0]),
          CredentialHelpers.isName(entry.values[1])
        else { throw entry }
        helpers[entry.values[0].lowercased()] = entry.values[1]
      default: break
      }
    }
  }

  private mutating func addMirrors(of entry: Entry) throws(Entry) {
    guard entry.values.count > 1 else { throw entry }
    if entry.values[0] == "*" {
      for text in entry.values.dropFirst() {
        guard let mirror = DigestMirror(text) else { throw entry }
        byDigest.append(mirror)
      }
    } else {
      guard entry.values.count == 2, let rule = MirrorRewrite(entry.values[0], entry.values[1])
      else { throw entry }
      rewrites.removeAll { $0.source == rule.source }
      rewrites.append(rule)
    }
  }

  /// Returns whether `text` can be a host, with or without a port.
  private static func isHost(_ text: String) -> Bool {
    guard let address = try? WebAddress("https://\(text)/") else { return false }
    return texts(of: address.site).contains(text.lowercased())
  }

  // MARK: Addresses

  /// Returns the address that a response has without mirrors. The links in it are relative to this.
  func publicAddress(of address: WebAddress) -> WebAddress {
    guard let original = address.original else { return address }
    return rewrites.lazy.compactMap { $0.publicAddress(of: address) }.first
      ?? (try? WebAddress(original)) ?? address
  }

  /// Returns the address of the mirror for `wanted` with its rule, or `nil` if there is none or
  /// `wanted` is itself on a mirror.
  func mirror(of wanted: WebAddress) -> (address: WebAddress, rule: MirrorRewrite)? {
    if rewrites.contains(where: { wanted.isBelow($0.target) }) { return nil }
    let rule = rewrites.filter { wanted.isBelow($0.source) }
      .max { $0.source.text.utf8.count < $1.source.text.utf8.count }
    guard let rule, let address = rule.address(for: wanted) else { return nil }
    return (address, rule)
  }

  /// Returns whether requests may go to `site` even if only mirrors may be asked.
  func isKnown(_ site: WebOrigin) -> Bool {
    names(site) || rewrites.contains { $0.target.site == site }
      || byDigest.contains { $0.site == site }
  }

  /// Returns whether the user has named `site` as one that mirrors may lead to.
  func names(_ site: WebOrigin) -> Bool {
    Self.texts(of: site).contains(where: furtherHosts.contains)
  }

  /// Returns the name of the credential helper for `site`, or `nil` if there is none.
  func credentialHelper(for site: WebOrigin) -> String? {
    Self.texts(of: site).lazy.compactMap { helpers[$0] }.first
  }

  /// The texts that name a site: with its port, and without if the port is the default.
  private static func texts(of site: WebOrigin) -> [String] {
    ["\(site.host):\(site.port)", site.description]
  }
}
