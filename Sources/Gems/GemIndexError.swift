/// The reason why an answer of an index cannot be used at all.
package enum GemIndexError: Error, Sendable, Hashable {
  /// The answer has more bytes than ``GemInfo/maximumByteCount``.
  case tooLong(byteCount: Int)
  /// A line has more bytes than ``GemInfo/maximumLineByteCount``. Lines are counted from 1.
  case lineTooLong(line: Int)
  /// The answer ends in the middle of a line.
  case cut(line: Int)
  /// The answer is a page of something else, such as a proxy.
  case notAnIndex
}
