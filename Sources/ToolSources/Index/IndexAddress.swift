package import Transport

/// The address of an index, and the credentials for it.
package struct IndexAddress: Hashable, Sendable {
  package let address: WebAddress
  /// The credentials in the address, or `nil` if it has none.
  package let credentials: Credentials?

  /// Parses an address. Ignores trailing slashes.
  ///
  /// - Throws: ``WebAddress/Failure`` if the address is invalid. The error does not contain
  ///   `text`, which may include a password.
  init(_ text: String) throws(WebAddress.Failure) {
    let parts = try WebAddress.parts(of: text)
    address = try WebAddress(String(Self.withoutSlashes(parts.address.text)))
    credentials = parts.credentials
  }

  /// Returns the address of a page below that of the index.
  func page(_ path: String) throws(WebAddress.Failure) -> WebAddress {
    // Parsing adds the path `/` to an address without a path.
    try WebAddress("\(Self.withoutSlashes(address.text))/\(path)")
  }

  /// Returns `text` without the slashes at its end.
  private static func withoutSlashes(_ text: String) -> Substring {
    text.dropLast(text.utf8.reversed().prefix { $0 == UInt8(ascii: "/") }.count)
  }
}
