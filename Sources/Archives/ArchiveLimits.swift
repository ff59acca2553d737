internal import Diagnostics

/// Limits on the resources that unpacking an archive may use. An archive that exceeds them is
/// damaged or malicious ("zip bomb").
package struct ArchiveLimits: Hashable, Sendable {
  /// The maximum number of members. The largest toolchains have about 100,000.
  package var members = 500_000
  /// The maximum total unpacked size, in bytes.
  package var size = 32_000_000_000
  /// The maximum number of unpacked bytes per packed byte. Text reaches 20, and deflate cannot
  /// exceed 1,032.
  package var ratio = 250
  /// The unpacked size, in bytes, above which the ratio is enforced. Small files of zeros
  /// are harmless.
  package var sizeWithoutRatio = 64_000_000
  /// The maximum time in seconds in which reading the archive yields no byte.
  package var idleSeconds = 20

  /// Creates the default limits.
  package init() {}

  /// Checks the number of members.
  ///
  /// - Throws: ``ArchiveError/limit(_:)`` if there are too many.
  func check(members count: Int) throws(ArchiveError) {
    if count > members { throw .limit(.members(limit: members)) }
  }

  /// Checks the sizes, in bytes.
  ///
  /// - Parameters:
  ///   - unpacked: The number of bytes unpacked so far, or announced.
  ///   - packed: The size of the archive.
  /// - Throws: ``ArchiveError/limit(_:)`` if the unpacked size or the ratio exceeds its limit.
  func check(unpacked: Int, packed: Int) throws(ArchiveError) {
    if unpacked > size { throw .limit(.size(limit: size)) }
    if unpacked > sizeWithoutRatio, unpacked / ratio > packed {
      throw .limit(.ratio(limit: ratio))
    }
  }
}
