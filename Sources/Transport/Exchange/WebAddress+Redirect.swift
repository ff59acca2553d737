extension WebAddress {
  /// Returns the target of a redirect, without the credentials it may contain: the user did not
  /// provide them.
  ///
  /// - Parameter target: An absolute address.
  /// - Throws: ``TransportError/redirect(_:from:)`` if `target` is not an http or https address,
  ///   leads from https to http, or leads to another server without TLS.
  package func followingRedirect(to target: String) throws(TransportError) -> WebAddress {
    let address: WebAddress
    do {
      address = try WebAddress(target)
    } catch {
      throw .redirect(.address(error), from: self)
    }
    // A server that may be used without TLS is named by the user, and a redirect names another.
    let isOther = address.site != site && !address.site.isProtected
    if isOther || site.scheme == .https && address.site.scheme == .http {
      throw .redirect(.insecure(to: address), from: self)
    }
    return address
  }
}
