internal import Diagnostics
internal import Filesystem
internal import SourceKinds
internal import Transport

/// The address of a simple index, and the credentials for it.
struct IndexAddress: Hashable, Sendable {
  let address: WebAddress
  let credentials: Credentials?

  /// Parses an address. Ignores trailing slashes. The failure does not contain the text, which
  /// may include a password.
  init(_ text: String) throws(WebAddress.Failure) {
    let parts = try WebAddress.parts(of: text)
    address = try WebAddress(String(Self.withoutSlashes(parts.address.text)))
    credentials = parts.credentials
  }

  /// Returns the address of a package's page. Its trailing slash saves a redirect (PEP 503).
  func page(of package: PackageName) throws(WebAddress.Failure) -> WebAddress {
    // Parsing gave an address without a path the path `/`.
    try WebAddress("\(Self.withoutSlashes(address.text))/\(package)/")
  }

  private static func withoutSlashes(_ text: String) -> Substring {
    text.dropLast(text.utf8.reversed().prefix { $0 == UInt8(ascii: "/") }.count)
  }
}

/// The places where users configure their index, in order of precedence.
struct IndexSettings: Sendable {
  /// The index in the configuration of bootstrap. `nil` if it is not set there.
  let configured: (text: String, origin: Origin)?
  let environment: Environment

  /// The first index that is set, unparsed, and its origin. `nil` if none is set.
  ///
  /// The variables of uv take precedence over pip's: users who set them have moved on from pip.
  var setting: (text: String, origin: Origin)? {
    if let text = environment.nonEmpty("BOOTSTRAP_PYPI_INDEX") {
      return (text, .variable("BOOTSTRAP_PYPI_INDEX"))
    }
    if let configured { return (configured.text, configured.origin) }
    for name in ["UV_DEFAULT_INDEX", "UV_INDEX_URL", "PIP_INDEX_URL"] {
      if let text = environment.nonEmpty(name) { return (Self.withoutName(text), .variable(name)) }
    }
    return PipConfiguration(environment: environment).index.map {
      ($0.address, .file($0.file.string))
    }
  }

  /// Removes the name that uv allows before an address: `corp=https://…`.
  private static func withoutName(_ text: String) -> String {
    guard let equals = text.firstIndex(of: "="),
      text[..<equals].allSatisfy({ $0.isLetter || $0.isNumber || "-_.".contains($0) })
    else { return text }
    return String(text[text.index(after: equals)...])
  }
}
