internal import Vocabulary

extension MirrorRules {
  /// Returns the request to send for a wanted one: to a mirror, or as it is.
  ///
  /// - Throws: ``TransportError/unmirrored(_:origin:asked:)`` if only mirrors may be asked, and
  ///   none serves the address.
  func request(for wanted: HTTPRequest) throws(TransportError) -> HTTPRequest {
    if wanted.isDirect { return wanted }
    if let mirror = mirror(of: wanted.address) {
      return wanted.mirrored(at: mirror.address, mirror.rule.credentials)
    }
    if let onlyOrigin, !isKnown(wanted.address.site) {
      throw .unmirrored(wanted.address, origin: onlyOrigin, asked: [])
    }
    return wanted
  }

  /// Returns the requests for a file with a digest that is wanted at `original`, in the order in
  /// which the mirrors are asked.
  func requests(for digest: SHA256Digest, wantedAt original: WebAddress) -> [HTTPRequest] {
    byDigest.map { mirror in
      var request = HTTPRequest(mirror.address(of: digest, wantedAt: original))
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
  /// - Throws: ``TransportError/redirect(_:from:)`` if only mirrors may be asked, and the redirect
  ///   leads elsewhere.
  func address(
    ofRedirect target: WebAddress, from address: WebAddress
  ) throws(TransportError) -> WebAddress {
    if let mirror = mirror(of: target) { return mirror.address.standing(for: address.original) }
    if onlyOrigin != nil, !isKnown(target.site) {
      throw .redirect(.foreign(to: target), from: address)
    }
    return target.standing(for: address.original)
  }
}
