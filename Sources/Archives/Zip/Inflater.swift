internal import CISAL
internal import Diagnostics

/// Decompresses raw deflate streams (RFC 1951) in sequence, with ISA-L, which is two to three
/// times as fast as zlib.
@safe struct Inflater: ~Copyable {
  private let state: OpaquePointer

  init() {
    guard let state = unsafe bootstrap_inflater_new() else { fatalError("out of memory") }
    unsafe self.state = state
  }

  deinit { unsafe bootstrap_inflater_free(state) }

  /// Starts a new stream.
  mutating func start() { unsafe bootstrap_inflater_start(state) }

  /// Supplies the next piece of the stream. Keep the piece alive, and do not supply another, until
  /// `take` returns 0.
  mutating func supply(_ bytes: UnsafeRawBufferPointer) {
    unsafe bootstrap_inflater_give(state, bytes.baseAddress, UInt32(bytes.count))
  }

  /// Whether the stream has ended and all its bytes have been taken.
  var isFinished: Bool { unsafe bootstrap_inflater_is_finished(state) != 0 }

  /// Decompresses into `buffer` and returns the number of bytes written. 0 means that the stream
  /// has ended or needs more input.
  ///
  /// - Throws: ``MemberFailure/compression(code:)`` if the stream is malformed.
  mutating func take(into buffer: UnsafeMutableRawBufferPointer) throws(MemberFailure) -> Int {
    var count: UInt32 = 0
    let code = unsafe bootstrap_inflater_take(
      state, buffer.baseAddress, UInt32(buffer.count), &count)
    if code < 0 || code == ISAL_NEED_DICT { throw .compression(code: code) }
    return Int(count)
  }
}

/// Returns the CRC-32 that zip uses (APPNOTE 4.4.7), continued from `checksum`.
func crc32(_ checksum: UInt32, _ bytes: UnsafeRawBufferPointer) -> UInt32 {
  guard let base = bytes.baseAddress else { return checksum }
  return unsafe crc32_gzip_refl(
    checksum, base.assumingMemoryBound(to: UInt8.self), UInt64(bytes.count))
}
