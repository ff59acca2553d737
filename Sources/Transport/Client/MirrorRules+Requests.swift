internal import Diagnostics
internal import Vocabulary

extension MirrorRules {
  /// Returns the request to send instead of `wanted`: one to a mirror, or `wanted` itself.
  ///
  /// - Throws: ``TransportError/unmirrored(_:_:asked:)`` if only mirrors may be asked, and none
  ///   serves the address.
  func request(for wanted: HTTPRequest) throws(TransportError) -> HTTPRequest {
    if wanted.isDirect {
      if let onlyRule, !wanted.isLogin, policyLine(forbidding: wanted.address) != nil {
        throw .unmirrored(wanted.address, onlyRule, asked: [])
      }
      return wanted
    }
    if let mirror = mirror(of: wanted.address) {
      return wanted.mirrored(at: mirror.address, mirror.rule.credentials)
    }
    if let onlyRule, !isKnown(wanted.address) {
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
    if let onlyRule, !isKnown(target) {
      throw .redirect(.foreign(to: target, onlyRule.policyLine), from: address)
    }
    return target
  }

  /// Returns the policy line that permits requests only to mirrors, if an address is not on one.
  /// Otherwise, returns `nil`.
  func policyLine(forbidding address: WebAddress) -> PolicyLine? {
    isKnown(address) ? nil : onlyRule?.policyLine
  }
}
