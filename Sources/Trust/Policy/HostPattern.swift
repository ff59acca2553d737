internal import TextSearch
internal import Vocabulary

/// The hosts that a policy line allows: `example.org`, `example.org:8443`, or `*.example.org`.
///
/// Without a port, the pattern matches the default port of http or https. The asterisk stands for
/// one or more labels.
package struct HostPattern: Hashable, Sendable {
  /// The expected form, for messages.
  static let form = "a host such as `example.org`, `example.org:8443`, or `*.example.org`"

  /// The host in lowercase, with its port unless that is the default, and without the asterisk.
  private let text: String
  /// Whether the pattern matches only hosts below ``text``, which then begins with a dot.
  private let isSuffix: Bool

  /// Parses a pattern. Returns `nil` if `text` has another form, such as that of an address.
  package init?(_ text: String) {
    let lowercased = text.lowercased()
    isSuffix = lowercased.hasPrefix("*.")
    self.text = isSuffix ? String(lowercased.dropFirst()) : lowercased
    guard Self.isSite(self.text.utf8.drop { $0 == UInt8(ascii: ".") && isSuffix }) else {
      return nil
    }
  }

  /// Returns whether the pattern matches a host in lowercase, with its port unless that is the
  /// default. Never matches a host in another form, such as one with a dot at its end.
  package func matches(_ host: String) -> Bool {
    guard isSuffix else { return host == text }
    return host.hasSuffix(text) && Self.isSite(host.utf8[...])
  }

  /// Returns the host of an address in lowercase, with its port unless that is the default, or
  /// `nil` if the address has no valid host or has credentials.
  package static func host(ofAddress address: String) -> String? {
    statedHost(ofAddress: address).flatMap { isSite($0.utf8[...]) ? $0 : nil }
  }

  /// Returns what an address states as its host in lowercase, valid or not, with its port unless
  /// that is the default, or `nil` if the address is a path on this machine.
  static func statedHost(ofAddress address: String) -> String? {
    guard let mark = address.firstRange(of: "://") else { return nil }
    let scheme = address[..<mark.lowerBound].lowercased()
    if scheme == "file" { return nil }
    let port = ["https", "oci"].contains(scheme) ? ":443" : ":80"
    let text = address[mark.upperBound...].prefix { !"/?#".contains($0) }
    return (text.hasSuffix(port) ? text.dropLast(port.count) : text).lowercased()
  }

  private static func isSite(_ bytes: Substring.UTF8View.SubSequence) -> Bool {
    let isBracketed = bytes.first == UInt8(ascii: "[")
    let end = isBracketed ? bytes.firstIndex(of: UInt8(ascii: "]")).map(bytes.index(after:)) : nil
    if isBracketed, end == nil { return false }
    let host = bytes[..<(end ?? bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex)]
    let port = bytes[host.endIndex...]
    let isPort =
      port.isEmpty
      || port.first == UInt8(ascii: ":") && (2...6).contains(port.count)
        && port.dropFirst().allSatisfy(\.isDigit)
        && UInt16(Substring(port.dropFirst())) != nil
    return isPort && (isBracketed ? isNumericAddress(host) : isName(host))
  }

  private static func isNumericAddress(_ host: Substring.UTF8View.SubSequence) -> Bool {
    let inner = host.dropFirst().dropLast()
    return inner.contains(UInt8(ascii: ":"))
      && inner.allSatisfy { $0.isDigit || (0x61...0x66).contains($0) || ":.".utf8.contains($0) }
  }

  private static func isName(_ host: Substring.UTF8View.SubSequence) -> Bool {
    host.count <= 253
      && host.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy {
        !$0.isEmpty && $0.allSatisfy { $0.isIdentifier || $0 == UInt8(ascii: "-") }
      }
  }
}
