internal import Diagnostics
internal import Filesystem
internal import Transport

/// The address of a simple index, and what is needed to be let in.
struct IndexAddress: Hashable, Sendable {
  /// Without a slash at the end.
  let address: WebAddress
  let credentials: Credentials?

  /// Throws the reason why `text` is no address; the text itself may hold a password.
  init(_ text: String) throws(WebAddress.Failure) {
    let parts = try WebAddress.parts(of: text)
    var base = parts.address.text
    while base.utf8.last == UInt8(ascii: "/") { base.removeLast() }
    address = try WebAddress(base)
    credentials = parts.credentials
  }

  /// The page of a package. The slash at the end saves a redirect (PEP 503).
  func page(of package: PackageName) throws(WebAddress.Failure) -> WebAddress {
    try WebAddress("\(address.text)/\(package)/")
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
