/// A rule that one address stands for another, with everything below both.
struct MirrorRewrite: Hashable, Sendable {
  /// The public address.
  let source: WebAddress
  /// The address of the mirror.
  let target: WebAddress
  /// The credentials in the text of the target, or `nil` if it has none.
  let credentials: Credentials?

  /// Parses both addresses, or returns `nil` if one is invalid or has a query or a fragment.
  init?(_ source: String, _ target: String) {
    guard let from = try? WebAddress.parts(of: source), let to = try? WebAddress.parts(of: target),
      ![source, target].contains(where: { $0.contains("?") || $0.contains("#") }),
      from.credentials == nil
    else { return nil }
    (self.source, self.target, credentials) = (from.address, to.address, to.credentials)
  }

  /// Returns the address to ask for `wanted`, or `nil` if the rule does not cover it.
  func address(for wanted: WebAddress) -> WebAddress? {
    wanted.moved(from: source, to: target)?.standing(for: wanted.text)
  }

  /// Returns the public address of a file on the mirror, or `nil` if it is not on this mirror.
  func publicAddress(of address: WebAddress) -> WebAddress? {
    address.moved(from: target, to: source)
  }
}
