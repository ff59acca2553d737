internal import Terminal
internal import Vocabulary

extension JSON {
  /// Returns a JSON string for a time in seconds since 1970, or JSON null for `nil`.
  static func time(_ seconds: Int64?) -> JSON {
    .optional(seconds.map { "\(ReleaseTime(secondsSince1970: $0))" })
  }
}
