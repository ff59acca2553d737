/// A rule that one address stands for another, with everything below both.
struct MirrorRewrite: Hashable, Sendable {
  /// The public address, in its normal form.
  let source: WebAddress
  /// The address of the mirror.
  let target: WebAddress
  /// The credentials in the text of the target, or `nil` if it has none.
  let credentials: Credentials?

  /// Parses both addresses, or returns `nil` if one is invalid or has a query or a fragment, or if
  /// the target has credentials that would be sent unencrypted.
  init?(_ publicText: String, _ mirrorText: String) {
    guard let from = try? WebAddress.parts(of: publicText),
      let to = try? WebAddress.parts(of: mirrorText),
      ![publicText, mirrorText].contains(where: { $0.contains("?") || $0.contains("#") }),
      from.credentials == nil, to.credentials == nil || to.address.site.isProtected
    else { return nil }
    source = from.address.normalForm
    (target, credentials) = (to.address, to.credentials)
  }

  /// Returns the address to ask for `wanted`, or `nil` if the rule does not cover it.
  func address(for wanted: WebAddress) -> WebAddress? {
    wanted.normalForm.moved(from: source, to: target)?.standing(for: wanted.text)
  }

  /// Returns the public address of a file on the mirror, or `nil` if it is not on this mirror.
  func publicAddress(of address: WebAddress) -> WebAddress? {
    address.moved(from: target, to: source)
  }
}
