import Cryptography
import Foundation
import Snapshots
import Testing

/// The files that `scripts/make-certificates` makes.
enum CryptographyFixture {
  /// What the keys signed, and what the timestamps are about.
  static let message = Array("a message\n".utf8)

  static func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: Snapshot.fixtures.appendingPathComponent("Cryptography/\(name)")))
  }

  static func key(_ name: String) throws -> PublicKey {
    try #require(PublicKey(pem: try bytes("keys/\(name).pem")), "\(name)")
  }

  static func certificate(_ name: String) throws -> Certificate {
    try #require(Certificate(der: try bytes("certificates/\(name).der")), "\(name)")
  }

  /// Calls `body` with damaged copies: for each byte, one with a flipped bit in it and one cut
  /// before it, and one with a surplus byte.
  static func withDamagedCopies(of bytes: [UInt8], _ body: ([UInt8], String) -> Void) {
    for index in bytes.indices {
      var other = bytes
      other[index] ^= 1 << UInt8(index * 5 % 8)
      body(other, "byte \(index)")
      body(Array(bytes[..<index]), "cut at \(index)")
    }
    body(bytes + [0], "with a surplus byte")
  }
}
