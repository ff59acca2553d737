/// The reason why a text is not the lock of Bundler.
package enum GemfileLockError: Error, Sendable, Hashable {
  /// The text has more bytes than ``GemfileLock/maximumByteCount``.
  case tooLong(byteCount: Int)
  /// A line is not what its section contains. Lines are counted from 1.
  case line(Int)
}
