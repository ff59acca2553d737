internal import CISAL
package import Diagnostics

/// A small gzip file (RFC 1952) in memory, such as the metadata of a gem.
package enum GzipText {
  /// Returns the decompressed content.
  ///
  /// - Parameters:
  ///   - bytes: The gzip file, which must have one member.
  ///   - limit: The maximum size of the content in bytes.
  /// - Throws: ``LayerFailure`` if the file is damaged or truncated, or
  ///   ``LayerFailure/damaged(_:)`` if its content is larger than `limit`.
  package static func contents(of bytes: [UInt8], limit: Int) throws(LayerFailure) -> [UInt8] {
    guard bytes.first == 0x1F else { throw .trailingData }
    guard let inflater = unsafe bootstrap_inflater_new() else { fatalError("out of memory") }
    defer { unsafe bootstrap_inflater_free(inflater) }
    var contents: [UInt8] = []
    var failure: LayerFailure?
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    unsafe bytes.withUnsafeBytes { input in
      unsafe bootstrap_inflater_start_gzip(inflater)
      unsafe bootstrap_inflater_give(inflater, input.baseAddress, UInt32(input.count))
      while unsafe bootstrap_inflater_is_finished(inflater) == 0, failure == nil {
        var count: UInt32 = 0
        let code = unsafe buffer.withUnsafeMutableBytes { output in
          unsafe bootstrap_inflater_take(
            inflater, output.baseAddress, UInt32(output.count), &count)
        }
        switch code {
        case ISAL_INCORRECT_CHECKSUM: failure = .checksum
        case ..<0, ISAL_NEED_DICT: failure = .damaged("")
        default: break
        }
        contents += buffer.prefix(Int(count))
        if contents.count > limit { failure = .damaged("") }
        if count == 0, unsafe bootstrap_inflater_is_finished(inflater) == 0, failure == nil {
          failure = .truncated
        }
      }
    }
    if let failure { throw failure }
    return contents
  }
}
