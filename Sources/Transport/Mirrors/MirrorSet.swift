/// The mirrors that one authority names: the policy of the machine, or its user.
struct MirrorSet: Hashable, Sendable {
  private(set) var rewrites: [MirrorRewrite] = []
  /// The mirrors that serve files by their digests, in the order in which they are asked.
  private(set) var byDigest: [DigestMirror] = []
  /// The hosts that mirrors may lead to, some with a port.
  private var furtherHosts: Set<String> = []

  /// Adds the mirrors in the words after `mirror`. Returns `false` if the words have another form.
  mutating func addMirrors(_ words: [String]) -> Bool {
    guard words.count > 1 else { return false }
    if words[0] == "*" {
      let mirrors = words.dropFirst().map { DigestMirror($0) }
      byDigest += mirrors.compactMap(\.self)
      return !mirrors.contains(nil)
    }
    guard words.count == 2, let rule = MirrorRewrite(words[0], words[1]) else { return false }
    rewrites.removeAll { $0.source == rule.source }
    rewrites.append(rule)
    return true
  }

  /// Adds a host that mirrors may lead to. Returns `false` if `words` are not one host.
  mutating func addHost(_ words: [String]) -> Bool {
    guard words.count == 1, WebOrigin.isHost(words[0]) else { return false }
    furtherHosts.insert(words[0].lowercased())
    return true
  }

  /// Returns the rule with the longest address that covers `wanted`, or `nil` if there is none.
  func rule(for wanted: WebAddress) -> MirrorRewrite? {
    let wanted = wanted.normalForm
    return rewrites.filter { wanted.isBelow($0.source) }
      .max { $0.source.text.utf8.count < $1.source.text.utf8.count }
  }

  /// Returns whether an address is one of a mirror that stands for another address.
  func covers(_ address: WebAddress) -> Bool {
    let address = address.normalForm
    return rewrites.contains { address.isBelow($0.target.normalForm) }
  }

  /// Returns the public address of a file on a mirror, by the rule with the longest target, or
  /// `nil` if it is not on a mirror.
  func publicAddress(of address: WebAddress) -> WebAddress? {
    rewrites.filter { address.isBelow($0.target) }
      .max { $0.target.text.utf8.count < $1.target.text.utf8.count }?
      .publicAddress(of: address)
  }

  /// Returns whether an address is one of a mirror, or of a host that mirrors may lead to. Other
  /// addresses on the host of a mirror are not.
  func includes(_ address: WebAddress) -> Bool {
    names(address.site) || covers(address) || byDigest.contains { $0.covers(address) }
  }

  /// Returns whether mirrors may lead to `site`, although none is there.
  func names(_ site: WebOrigin) -> Bool { site.names.contains(where: furtherHosts.contains) }
}

extension WebOrigin {
  /// Returns whether `text` can be a host, with or without a port.
  static func isHost(_ text: String) -> Bool {
    guard let address = try? WebAddress("https://\(text)/") else { return false }
    return address.site.names.contains(text.lowercased())
  }

  /// The texts that name the host: with its port, and without if the port is the default.
  var names: [String] { ["\(host):\(port)", description] }
}
