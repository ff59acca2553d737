package import Diagnostics

/// A kind of source whose packages are in an index on a server. The user chooses the address.
package protocol IndexKind: SourceKind {
  /// The key in the user's `config` that sets the address of the index.
  static var indexSetting: String { get }

  /// The environment variable that sets the address. It takes precedence over the key.
  static var indexVariable: String { get }
}

extension IndexKind {
  package static var settings: [String] { [indexSetting] }

  package static var credentialAdvice: String? {
    """
    set \(indexVariable) or `\(indexSetting)` in the root's config to https://USER:PASSWORD@…
    """
  }

  package static var unencryptedAdvice: String? {
    """
    if the server is on a network that you trust, set \(indexVariable) or `\(indexSetting)` in \
    the root's config to your index on it
    """
  }

  /// Returns a fault unless `address` has the form `https://host/path`.
  package static func addressFault(_ address: String) -> AddressFault? {
    SourceAddress(address).webFault
  }
}
