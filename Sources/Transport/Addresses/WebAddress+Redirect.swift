extension WebAddress {
  /// The target of a redirect if allowed: http or https, and never from https to http. Drops the
  /// credentials of the absolute address `target`, since nobody here provided them.
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
