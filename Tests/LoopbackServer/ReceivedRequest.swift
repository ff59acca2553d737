/// A request that the server received.
package struct ReceivedRequest: Hashable, Sendable {
  package let method: String
  /// The path with its query, still percent-encoded.
  package let path: String
  /// The headers, with their names in lowercase.
  package let headers: [String: String]
  /// The body. Empty unless the client uploads something.
  package internal(set) var body: [UInt8] = []
  /// The number of the connection. Requests with equal numbers share a connection.
  package let connection: Int
  /// The number of requests that the server received before this one.
  package internal(set) var number = 0

  /// Parses the head of a request, without the empty line that ends it. Returns `nil` if it
  /// is malformed.
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

  /// Returns the bytes that `Range: bytes=a-b` requests from a body of `count` bytes
  /// (RFC 9110, section 14.1.2).
  ///
  /// Returns `nil` without that header, and for forms that a server may ignore, such as several
  /// ranges. Returns an empty range if the requested one lies outside the body.
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
