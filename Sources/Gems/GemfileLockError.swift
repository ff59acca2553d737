/// The reason a text is not a lock of Bundler.
package enum GemfileLockError: Error, Sendable, Hashable {
  /// The text has more bytes than ``GemfileLock/maximumByteCount``.
  case tooLong(byteCount: Int)
  /// A line does not belong in its section. Lines are counted from 1.
  case line(Int)
}
