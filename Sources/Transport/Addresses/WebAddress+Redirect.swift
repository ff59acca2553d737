extension WebAddress {
  /// Where a redirect from here leads to, if it may be followed: to http or https, and never from https to http.
  ///
  /// - Parameter target: an absolute address. Credentials in it are dropped, for nobody here has given them.
  package func followingRedirect(to target: String) throws(TransportError) -> WebAddress {
    let address: WebAddress
    do throws(Failure) {
      address = try WebAddress(target)
    } catch {
      throw .redirect(.address(error), from: self)
    }
    if site.scheme == .https, address.site.scheme == .http {
      throw .redirect(.insecure(to: address), from: self)
    }
    return address
  }
}
