internal import Diagnostics
internal import Filesystem
internal import SourceKinds
internal import Transport

/// The address of a simple index, and what is needed to be let in.
struct IndexAddress: Hashable, Sendable {
  let address: WebAddress
  let credentials: Credentials?

  /// Slashes at the end mean nothing. The failure does not hold the text, in which a password may stand.
  init(_ text: String) throws(WebAddress.Failure) {
    let parts = try WebAddress.parts(of: text)
    address = try WebAddress(String(Self.withoutSlashes(parts.address.text)))
    credentials = parts.credentials
  }

  /// The page of a package. The slash at the end saves a redirect (PEP 503).
  func page(of package: PackageName) throws(WebAddress.Failure) -> WebAddress {
    // An address without a path is given one by its reader.
    try WebAddress("\(Self.withoutSlashes(address.text))/\(package)/")
  }

  private static func withoutSlashes(_ text: String) -> Substring {
    text.dropLast(text.utf8.reversed().prefix { $0 == UInt8(ascii: "/") }.count)
  }
}

/// Where users say which index they use, in the order in which it is asked.
struct IndexSettings: Sendable {
  /// What our own configuration says. nil where it says nothing.
  let configured: (text: String, origin: Origin)?
  let environment: Environment

  /// The first that is set, as it is written, and the place that says it. nil where there is none.
  ///
  /// uv's variables come before pip's, since who sets them has moved on from pip's.
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

  /// uv lets an address have a name: `corp=https://…`.
  private static func withoutName(_ text: String) -> String {
    guard let equals = text.firstIndex(of: "="),
      text[..<equals].allSatisfy({ $0.isLetter || $0.isNumber || "-_.".contains($0) })
    else { return text }
    return String(text[text.index(after: equals)...])
  }
}
