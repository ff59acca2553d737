internal import Diagnostics

/// What an archive may cost. Beyond it is a mistake or an attack ("zip bomb").
package struct ArchiveLimits: Hashable, Sendable {
  /// The largest toolchains have about 100,000.
  package var members = 500_000
  /// All that is unpacked, in bytes.
  package var size = 32_000_000_000
  /// Unpacked bytes for each packed one. Text reaches 20, deflate cannot exceed 1,032.
  package var ratio = 250
  /// The ratio counts once this much, in bytes, is unpacked: small files of zeros are harmless.
  package var sizeWithoutRatio = 64_000_000

  package init() {}

  func check(members count: Int) throws(ArchiveError) {
    if count > members { throw .limit(.members(limit: members)) }
  }

  func check(unpacked: Int, packed: Int) throws(ArchiveError) {
    if unpacked > size { throw .limit(.size(limit: size)) }
    if unpacked > sizeWithoutRatio, unpacked / ratio > packed {
      throw .limit(.ratio(limit: ratio))
    }
  }
}
