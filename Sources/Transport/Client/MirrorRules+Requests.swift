internal import Diagnostics
internal import Vocabulary

extension MirrorRules {
  /// Returns the request to send instead of `wanted`: one to a mirror, or `wanted` itself.
  ///
  /// - Throws: ``TransportError/unmirrored(_:_:asked:)`` if only mirrors may be asked, and none
  ///   serves the address.
  func request(for wanted: HTTPRequest) throws(TransportError) -> HTTPRequest {
    if wanted.isDirect {
      if let refusal = policyRefusal(of: wanted.address) { throw refusal }
      return wanted
    }
    if let mirror = mirror(of: wanted.address) {
      return wanted.mirrored(at: mirror.address, mirror.rule.credentials)
    }
    if let onlyRule, !isKnown(wanted.address.site) {
      throw .unmirrored(wanted.address, onlyRule, asked: [])
    }
    return wanted
  }

  /// Returns the requests for a file with a digest, in the order in which the mirrors are asked.
  ///
  /// - Parameter original: The public address of the file, or `nil` if it is unknown.
  func requests(for digest: SHA256Digest, wantedAt original: WebAddress?) -> [HTTPRequest] {
    byDigest(for: original).map { mirror in
      var request = HTTPRequest(mirror.address(of: digest).standing(for: original?.text))
      request.isDirect = true
      switch mirror {
      case .registry(let repository): request.repository = repository
      case .folder(let template): request.credentials = template.credentials
      }
      return request
    }
  }

  /// Returns the address to follow a redirect to.
  ///
  /// - Throws: ``TransportError`` if only mirrors may be asked, and the redirect leads elsewhere.
  func address(
    ofRedirect target: WebAddress, from address: WebAddress
  ) throws(TransportError) -> WebAddress {
    if let mirror = mirror(of: target) { return mirror.address.standing(for: address.original) }
    let target = target.standing(for: address.original)
    if let refusal = policyRefusal(of: target) { throw refusal }
    if onlyRule != nil, !isKnown(target.site) {
      throw .redirect(.foreign(to: target), from: address)
    }
    return target
  }

  /// Returns the error for an address that is not on a mirror, if the policy permits only mirrors.
  func policyRefusal(of address: WebAddress) -> TransportError? {
    guard let onlyRule, onlyRule.policyLine != nil, !isKnown(address.site) else { return nil }
    return .unmirrored(address, onlyRule, asked: [])
  }
}
