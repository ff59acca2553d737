internal import Filesystem
internal import Manifests
internal import SourceKinds
internal import Transport
internal import Vocabulary

extension IndexAddress {
  /// Returns the address of the page of `package`. The address ends with a slash, because an
  /// index redirects requests for an address without that slash (PEP 503).
  func page(of package: PackageName) throws(WebAddress.Failure) -> WebAddress {
    try page("\(package)/")
  }
}

/// The settings that determine the user's index.
struct PyPISettings: Sendable {
  /// The index in bootstrap's own configuration, or `nil` if it is not set there.
  let configured: Located<String>?
  let environment: Environment

  /// The index of the setting with the highest precedence, unparsed, or `nil` if none is set.
  ///
  /// The variables of uv take precedence over pip's, because a user who sets them uses uv
  /// instead of pip.
  var setting: Located<String>? {
    if let text = environment.nonEmpty(PyPIKind.indexVariable) {
      return Located(text, at: .variable(PyPIKind.indexVariable))
    }
    if let configured { return configured }
    for name in ["UV_DEFAULT_INDEX", "UV_INDEX_URL", "PIP_INDEX_URL"] {
      if let text = environment.nonEmpty(name) {
        return Located(Self.withoutName(text), at: .variable(name))
      }
    }
    return PipConfiguration(environment: environment).index.map {
      Located($0.address, at: .file($0.file.string))
    }
  }

  /// Returns `text` without the name that uv allows before an address: `corp=https://…`.
  private static func withoutName(_ text: String) -> String {
    guard let equals = text.firstIndex(of: "="),
      text[..<equals].allSatisfy({ $0.isLetter || $0.isNumber || "-_.".contains($0) })
    else { return text }
    return String(text[text.index(after: equals)...])
  }
}
