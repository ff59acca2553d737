/// A request as the server read it.
package struct ReceivedRequest: Hashable, Sendable {
  package let method: String
  /// The path with its query, undecoded.
  package let path: String
  /// Names in lower case.
  package let headers: [String: String]
  /// Requests with one value came over one connection.
  package let connection: Int
  /// How many requests the server had before this one.
  package internal(set) var number = 0

  /// The head of a request without its empty line. nil when it is none.
  init?(head: String, connection: Int) {
    var lines = head.split(separator: "\r\n", omittingEmptySubsequences: false)[...]
    let words = (lines.popFirst() ?? "").split(separator: " ")
    guard words.count == 3, words[2].hasPrefix("HTTP/1.") else { return nil }
    method = String(words[0])
    path = String(words[1])
    var headers: [String: String] = [:]
    for line in lines {
      guard let colon = line.firstIndex(of: ":") else { return nil }
      let value = line[line.index(after: colon)...].drop { $0 == " " }
      headers[line[..<colon].lowercased()] = String(value)
    }
    self.headers = headers
    self.connection = connection
  }

  /// The bytes that `Range: bytes=a-b` asks for of a body with `count` bytes (RFC 9110, section 14.1.2).
  ///
  /// nil without such a header, and for forms that a server may ignore; empty where the range lies outside.
  func range(of count: Int) -> Range<Int>? {
    guard let value = headers["range"], value.hasPrefix("bytes="), !value.contains(",") else {
      return nil
    }
    let ends = value.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2 else { return nil }
    switch (Int(ends[0]), Int(ends[1])) {
    case (nil, let suffix?): return max(0, count - suffix)..<count
    case (let first?, let last):
      return first < count ? first..<min(count, (last ?? count) + 1) : 0..<0
    case (nil, nil): return nil
    }
  }
}
