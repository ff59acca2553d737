internal import Synchronization

/// The secrets that a process knows, such as tokens and passwords, which its output omits.
///
/// Messages name a secret by its place and never contain it. The text of a library, a server, or
/// another program may contain it all the same: libcurl repeats the password of a proxy. All output
/// therefore passes through ``concealing(_:)``.
package final class Secrets: Sendable {
  /// The secrets of this process: those in its environment, and those that were added since.
  ///
  /// One value for the whole process, so that whatever reads a password cannot forget to report it
  /// to the output.
  package static let ofProcess = Secrets(Environment.current)

  /// The text in place of a secret.
  package static let mask = "•••"

  /// The word that advice has in the place of a password, which is not concealed.
  private static let placeholder = "PASSWORD"

  /// The shortest secret to conceal, in bytes. A shorter one is part of many words, and hiding them
  /// would reveal it.
  private static let minimumByteCount = 4

  /// The forms in which each secret may appear, the longest first: one may contain another.
  private let forms = Mutex<[[UInt8]]>([])

  /// Creates a collection with the secrets in an environment: tokens, and the passwords in the
  /// addresses of proxies and indexes.
  package init(_ environment: Environment = Environment([:])) {
    for name in Environment.tokenNames { environment[name].map(add) }
    for entry in environment.entries {
      let name = entry.prefix { $0 != UInt8(ascii: "=") }
      if String(decoding: name, as: UTF8.self).lowercased().hasSuffix("_proxy") {
        addPassword(ofProxy: entry.dropFirst(name.count + 1))
      } else {
        addPasswords(in: entry)
      }
    }
  }

  /// Adds a secret, which output then omits. Ignores one that is too short.
  package func add(_ secret: String) {
    let bytes = Array(secret.utf8)
    add([bytes, Self.percentEncoded(bytes, Self.unreserved), Self.percentEncoded(bytes, Self.user)])
  }

  /// Adds a user name and password. A user name without a password, or with the usual placeholder,
  /// is itself a token.
  package func add(user: String, password: String) {
    add(password)
    if password.isEmpty || password == "x-oauth-basic" { add(user) }
  }

  /// Adds the user names and passwords of all addresses in a text, such as
  /// `https://me:secret@example.org/`.
  package func addPasswords(in text: [UInt8]) {
    for index in text.indices where text[index] == UInt8(ascii: ":") {
      guard text[index...].starts(with: "://".utf8) else { continue }
      let rest = text[(index + 3)...]
      addPassword(in: rest.prefix { $0 > 0x20 && !"/?#\"'".utf8.contains($0) })
    }
  }

  /// Adds the user name and password of a proxy, whose address needs no scheme and has no path. It
  /// may be invalid, and libcurl then repeats all of it.
  private func addPassword(ofProxy address: ArraySlice<UInt8>) {
    let scheme = address.prefix { $0 != UInt8(ascii: "/") }
    let hasScheme = address.dropFirst(max(0, scheme.count - 1)).starts(with: "://".utf8)
    addPassword(in: hasScheme ? address.dropFirst(scheme.count + 2) : address)
  }

  /// Adds the user name and password before the last `@`.
  private func addPassword(in authority: ArraySlice<UInt8>) {
    guard let end = authority.lastIndex(of: UInt8(ascii: "@")) else { return }
    let user = authority[..<end].prefix { $0 != UInt8(ascii: ":") }
    let password = authority[..<end].dropFirst(user.count + 1)
    let written = [user, password].map { part in
      String(decoding: PercentEncoding.decode(part) ?? Array(part), as: UTF8.self)
    }
    add(user: written[0], password: written[1])
    // An address may encode more or fewer bytes than it must.
    add([Array(password.isEmpty ? user : password)])
  }

  private func add(_ spellings: [[UInt8]]) {
    forms.withLock { forms in
      for form in spellings where form.count >= Self.minimumByteCount && !forms.contains(form) {
        forms.append(form)
      }
      forms.sort { $0.count > $1.count }
    }
  }

  /// Returns `text` with ``mask`` in place of every secret, and of the password and the secret
  /// parameters in every address, whether they are known or not.
  package func concealing(_ text: String) -> String {
    concealingKnown(Self.concealingParameters(Self.concealingPasswords(text)))
  }

  /// Returns `text` with ``mask`` in place of the value of every ``SecretParameter``.
  package static func concealingParameters(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: "?") }) else {
      return text
    }
    var bytes = Array(text.utf8)
    let parameters = SecretParameter.all(in: bytes)
    for parameter in parameters.reversed() {
      bytes.replaceSubrange(parameter.value, with: mask.utf8)
    }
    return parameters.isEmpty ? text : String(decoding: bytes, as: UTF8.self)
  }

  /// Returns `text` with ``mask`` in place of the password in every address. libcurl also reads
  /// `http:/me:secret@host`.
  private static func concealingPasswords(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "@")) else { return text }
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var (index, copied) = (0, 0)
    while index < bytes.count {
      defer { index += 1 }
      guard startsAddress(bytes, at: index) else { continue }
      let start = bytes[(index + 1)...].prefix { $0 == UInt8(ascii: "/") }.endIndex
      let authority = authority(of: bytes[start...])
      guard let end = authority.lastIndex(of: UInt8(ascii: "@")),
        let colon = authority[..<end].firstIndex(of: UInt8(ascii: ":")), colon + 1 < end,
        !bytes[(colon + 1)..<end].elementsEqual(Self.placeholder.utf8)
      else { continue }
      result += bytes[copied...colon]
      result += mask.utf8
      copied = end
      index = end
    }
    return copied == 0 ? text : String(decoding: result + bytes[copied...], as: UTF8.self)
  }

  /// Returns whether the scheme of an address ends at `index`. The colon may be missing, as in
  /// `https//me:secret@host`.
  private static func startsAddress(_ bytes: [UInt8], at index: Int) -> Bool {
    if bytes[index...].starts(with: ":/".utf8) { return true }
    return bytes[index...].starts(with: "//".utf8)
      && (bytes[..<index].hasSuffix("http".utf8) || bytes[..<index].hasSuffix("https".utf8))
  }

  /// Returns the user, password, and host at the beginning of an address without its scheme. A
  /// password may contain an unencoded slash. What follows the colon is then not a port number.
  private static func authority(of address: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let authority = address.prefix { $0 > 0x20 && !"/?#\"'`".utf8.contains($0) }
    guard !authority.contains(UInt8(ascii: "@")),
      let colon = authority.firstIndex(of: UInt8(ascii: ":")),
      !authority[(colon + 1)...].allSatisfy({ (0x30...0x39).contains($0) })
    else { return authority }
    return address.prefix { $0 > 0x20 && !"\"'`".utf8.contains($0) }
  }

  private func concealingKnown(_ text: String) -> String {
    let forms = forms.withLock { $0 }
    if forms.isEmpty { return text }
    var isStart = [Bool](repeating: false, count: 256)
    for form in forms { isStart[Int(form[0])] = true }
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var (index, copied) = (0, 0)
    while index < bytes.count {
      guard isStart[Int(bytes[index])],
        let form = forms.first(where: { bytes[index...].starts(with: $0) })
      else {
        index += 1
        continue
      }
      result += bytes[copied..<index]
      result += Self.mask.utf8
      index += form.count
      copied = index
    }
    return copied == 0 ? text : String(decoding: result + bytes[copied...], as: UTF8.self)
  }

  /// The bytes that RFC 3986 never asks to encode.
  private static let unreserved = Set(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8)
  /// The bytes that RFC 3986 allows before the `@` of an address.
  private static let user = unreserved.union("!$&'()*+,;=:".utf8)

  /// Returns `bytes` with all bytes percent-encoded that `kept` does not contain.
  private static func percentEncoded(_ bytes: [UInt8], _ kept: Set<UInt8>) -> [UInt8] {
    bytes.flatMap { byte -> [UInt8] in
      if kept.contains(byte) { return [byte] }
      let digits = String(byte, radix: 16, uppercase: true)
      return Array("%\(byte < 16 ? "0" : "")\(digits)".utf8)
    }
  }
}

extension Environment {
  /// The variables with tokens for GitHub, as GitHub's own program names them.
  package static let tokenNames = [
    "GH_TOKEN", "GITHUB_TOKEN", "GH_ENTERPRISE_TOKEN", "GITHUB_ENTERPRISE_TOKEN",
  ]
}

extension ArraySlice<UInt8> {
  fileprivate func hasSuffix(_ text: String.UTF8View) -> Bool {
    suffix(text.count).elementsEqual(text)
  }
}
