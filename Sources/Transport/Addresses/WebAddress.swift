internal import CCurl
internal import TextSearch

/// An HTTP or HTTPS address without credentials or fragment, safe to show and store.
package struct WebAddress: Hashable, Sendable {
  /// The complete address (RFC 3986). Spaces and bytes above 127 are percent-encoded.
  package let text: String
  /// The origin of the server.
  package let site: WebOrigin
  /// The text of the address that was wanted, if this is the address of a mirror that is asked
  /// instead. Otherwise `nil`.
  package private(set) var original: String?

  /// A reason an address is rejected.
  package enum Failure: Error, Hashable, Sendable {
    /// The scheme is neither `http` nor `https`. The value is in lowercase.
    case unsupportedScheme(String)
    /// The text is not a valid address. The code is libcurl's (`CURLUcode`). The text is omitted
    /// because it may contain a password.
    case malformed(code: UInt32)
  }

  /// Parses an absolute address and drops its credentials and fragment.
  package init(_ text: String) throws(Failure) {
    self = try Self.parts(of: text).address
  }

  /// An address, and the credentials and fragment that were removed from its text.
  package struct Parts: Sendable {
    package let address: WebAddress
    /// The decoded text before `@`, or `nil` if it is missing or empty.
    package let credentials: Credentials?
    /// The text after `#`, not decoded, or `nil` if there is none.
    package let fragment: String?
  }

  /// Parses an absolute address, including its credentials and fragment.
  package static func parts(of text: String) throws(Failure) -> Parts {
    let parser = AddressParser()
    try parser.read(text)
    return try parser.parts()
  }

  /// Parses `reference`, absolute or relative, as a link on the page at this address.
  package func parts(ofReference reference: String) throws(Failure) -> Parts {
    let parser = AddressParser()
    try parser.read(text)
    try parser.read(reference)
    return try parser.parts()
  }

  /// Returns the target of a link on the page at this address.
  package func resolving(_ reference: String) throws(Failure) -> WebAddress {
    try parts(ofReference: reference).address
  }

  /// The address without its query, or `nil` if it has none.
  package var withoutQuery: WebAddress? {
    text.firstIndex(of: "?").map { WebAddress(text: String(text[..<$0]), site: site) }
  }

  /// Creates an address from parsed text.
  fileprivate init(text: String, site: WebOrigin) {
    self.text = text
    self.site = site
  }
}

extension WebAddress {
  /// Returns this address, marked as the mirror's address for the public address `original`. If
  /// `original` is `nil`, the address stays as it is.
  func standing(for original: String?) -> WebAddress {
    var address = self
    address.original = original ?? self.original
    return address
  }

  /// Returns the address of `name` in the folder at this address, which has no query. The name
  /// needs no encoding.
  func appending(_ name: String) -> WebAddress {
    WebAddress(text: "\(text.withoutSlashes)/\(name)", site: site)
  }

  /// Returns this address with a parameter added to its query. The parameter needs no encoding.
  func adding(parameter: String) -> WebAddress {
    WebAddress(text: text + (text.contains("?") ? "&" : "?") + parameter, site: site)
  }

  /// Returns the address in which every `word`, which is only in its path and query, is replaced.
  func replacing(_ word: String, with other: String) -> WebAddress {
    WebAddress(text: text.replacing(word, with: other), site: site)
  }

  /// The address without escapes of letters, digits, and `-._~`, without dot segments, and with
  /// single slashes in its path: as a server may read any other spelling of it.
  var normalForm: WebAddress {
    let end = path.firstIndex(of: "?") ?? path.endIndex
    let segments = Self.decodingUnreserved(path[..<end])
      .split(separator: "/", omittingEmptySubsequences: false)
    var kept: [Substring] = []
    for segment in segments where segment != "" && segment != "." {
      if segment == ".." { _ = kept.popLast() } else { kept.append(segment) }
    }
    let isFolder = segments.last.map { ["", ".", ".."].contains($0) } ?? true
    let folder = kept.isEmpty || !isFolder ? "" : "/"
    return WebAddress(
      text: "\(text[..<path.startIndex])/\(kept.joined(separator: "/"))\(folder)\(path[end...])",
      site: site)
  }

  /// Decodes the escapes of characters that need none (RFC 3986, 2.3).
  private static func decodingUnreserved(_ path: Substring) -> String {
    var result: [UInt8] = []
    var rest = path.utf8[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
      guard byte == UInt8(ascii: "%"), digits.count == 2 else {
        result.append(byte)
        continue
      }
      let decoded = Character(Unicode.Scalar(UInt8(digits[0] << 4 | digits[1])))
      if decoded.isASCII && (decoded.isLetter || decoded.isNumber || "-._~".contains(decoded)) {
        result += decoded.utf8
        rest = rest.dropFirst(2)
      } else {
        result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Returns whether this address is `prefix` or below it, at a boundary of the path. An address
  /// that a server may read as one outside of `prefix` is not below it.
  func isBelow(_ prefix: WebAddress) -> Bool { rest(below: prefix) != nil }

  /// Returns this address with `target` in place of `prefix`, or `nil` if it is not below `prefix`.
  func moved(from prefix: WebAddress, to target: WebAddress) -> WebAddress? {
    rest(below: prefix).map { rest in
      // An address has a path, even if that is only a slash.
      let base = rest.first == "/" ? target.text.withoutSlashes : target.text[...]
      return WebAddress(text: "\(base)\(rest)", site: target.site)
    }
  }

  /// Returns the rest of the path and the query after `prefix`, or `nil` if this address is not
  /// below it.
  private func rest(below prefix: WebAddress) -> Substring? {
    let base = prefix.path.withoutSlashes
    guard site == prefix.site, path.hasPrefix(base), !mayLeadUp else { return nil }
    let rest = path.dropFirst(base.count)
    return rest.isEmpty || rest.first == "/" || rest.first == "?" ? rest : nil
  }

  /// Whether a server may read a part of the path as `..`, because it decodes separators or drops
  /// parameters first. ``normalForm`` has no other such part.
  private var mayLeadUp: Bool {
    let path = path.prefix { $0 != "?" }.lowercased().replacing("%2f", with: "/")
      .replacing("%5c", with: "/").replacing("\\", with: "/").replacing("%3b", with: ";")
    return path.split(separator: "/").contains { $0 == ".." || $0.hasPrefix("..;") }
  }

  /// The path, which begins with a slash, and the query.
  private var path: Substring {
    let slashes = text.indices.lazy.filter { text[$0] == "/" }.prefix(3)
    return text[(Array(slashes).last ?? text.endIndex)...]
  }
}

extension StringProtocol where SubSequence == Substring {
  /// The text without the slashes at its end.
  fileprivate var withoutSlashes: Substring {
    dropLast(utf8.reversed().prefix { $0 == UInt8(ascii: "/") }.count)
  }
}

extension WebAddress.Failure {
  /// Returns libcurl's description of a code (curl_url_strerror(3)), without the address.
  package static func words(for code: UInt32) -> String {
    guard let words = unsafe curl_url_strerror(CURLUcode(code)) else { return "error \(code)" }
    return unsafe String(cString: words)
  }
}

extension WebAddress: CustomStringConvertible {
  package var description: String { text }
}

/// libcurl's own parser (curl_url(3)), so that validation and transfer interpret an address in the
/// same way.
@safe private struct AddressParser: ~Copyable {
  private let handle: OpaquePointer

  init() {
    guard let handle = unsafe curl_url() else { fatalError("out of memory") }
    unsafe self.handle = handle
  }

  deinit { unsafe curl_url_cleanup(handle) }

  /// Parses an absolute address, or one relative to the address read before.
  func read(_ text: String) throws(WebAddress.Failure) {
    // C strings end at a NUL, so libcurl would silently ignore the rest.
    if text.utf8.contains(0) { throw .malformed(code: CURLUE_MALFORMED_INPUT.rawValue) }
    let flags = CURLU_ALLOW_SPACE | CURLU_URLENCODE | CURLU_NON_SUPPORT_SCHEME
    try check(unsafe curl_url_set(handle, CURLUPART_URL, text, UInt32(flags)))
  }

  /// Returns the parsed address, and separately its credentials and fragment.
  func parts() throws(WebAddress.Failure) -> WebAddress.Parts {
    let name = (try part(CURLUPART_SCHEME, missing: CURLUE_NO_SCHEME) ?? "").lowercased()
    guard let scheme = WebOrigin.Scheme(rawValue: name) else { throw .unsupportedScheme(name) }
    guard let host = try part(CURLUPART_HOST, missing: CURLUE_NO_HOST), !host.isEmpty else {
      throw .malformed(code: CURLUE_NO_HOST.rawValue)
    }
    let port = try part(CURLUPART_PORT, missing: CURLUE_NO_PORT).flatMap { Int($0) }
    let site = WebOrigin(scheme: scheme, host: host.lowercased(), port: port ?? scheme.defaultPort)

    let decode = UInt32(CURLU_URLDECODE)
    let user = try part(CURLUPART_USER, missing: CURLUE_NO_USER, flags: decode)
    let password = try part(CURLUPART_PASSWORD, missing: CURLUE_NO_PASSWORD, flags: decode)
    let hasCredentials = !(user ?? "").isEmpty || !(password ?? "").isEmpty
    let fragment = try part(CURLUPART_FRAGMENT, missing: CURLUE_NO_FRAGMENT)

    for secret in [CURLUPART_USER, CURLUPART_PASSWORD, CURLUPART_OPTIONS, CURLUPART_FRAGMENT] {
      try check(unsafe curl_url_set(handle, secret, nil, 0))
    }
    let text = try part(CURLUPART_URL, missing: CURLUE_NO_HOST) ?? ""
    return WebAddress.Parts(
      address: WebAddress(text: text, site: site),
      credentials: hasCredentials
        ? Credentials(user: user ?? "", password: password ?? "", site: site) : nil,
      fragment: fragment)
  }

  /// Returns one component, or `nil` if libcurl reports `missing`.
  private func part(
    _ part: CURLUPart, missing: CURLUcode, flags: UInt32 = 0
  ) throws(WebAddress.Failure) -> String? {
    var text: UnsafeMutablePointer<CChar>?
    let code = unsafe curl_url_get(handle, part, &text, flags)
    if code == missing { return nil }
    try check(code)
    guard let text = unsafe text else { return nil }
    defer { unsafe curl_free(text) }
    return unsafe String(cString: text)
  }

  private func check(_ code: CURLUcode) throws(WebAddress.Failure) {
    if code != CURLUE_OK { throw .malformed(code: code.rawValue) }
  }
}
