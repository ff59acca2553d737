internal import Terminal
internal import Vocabulary

extension JSON {
  /// Returns a time in seconds since 1970 as a string, or null if it is `nil`.
  static func time(_ seconds: Int64?) -> JSON {
    .optional(seconds.map { "\(ReleaseTime(secondsSince1970: $0))" })
  }
}
