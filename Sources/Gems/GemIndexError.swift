/// The reason an index's response cannot be used.
package enum GemIndexError: Error, Sendable, Hashable {
  /// The response has more bytes than ``GemInfo/maximumByteCount``.
  case tooLong(byteCount: Int)
  /// A line has more bytes than ``GemInfo/maximumLineByteCount``. Lines are counted from 1.
  case lineTooLong(line: Int)
  /// The response ends in the middle of a line.
  case cut(line: Int)
  /// The response is not an index page. A proxy may have sent it.
  case notAnIndex
}
