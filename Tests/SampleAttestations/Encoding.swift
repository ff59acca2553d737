#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Returns bytes in base64 with padding (RFC 4648, 4).
package func base64(_ bytes: some Sequence<UInt8>) -> String {
  Data(bytes).base64EncodedString()
}

/// Returns bytes in the textual encoding of keys and certificates (RFC 7468).
func pem(_ label: String, _ bytes: [UInt8]) -> String {
  var lines: [String] = []
  var rest = base64(bytes)[...]
  while !rest.isEmpty {
    lines.append(String(rest.prefix(64)))
    rest = rest.dropFirst(64)
  }
  return (["-----BEGIN \(label)-----"] + lines + ["-----END \(label)-----", ""])
    .joined(separator: "\n")
}

extension [UInt8] {
  /// Appends the lowest bytes of a number, the highest first.
  mutating func append(bigEndian number: Int, count: Int) {
    for index in (0..<count).reversed() {
      append(UInt8(truncatingIfNeeded: number >> (8 * index)))
    }
  }
}
