/// What a server answered, in memory.
package struct HTTPResponse: Sendable {
  /// Where the answer came from in the end, after redirects: relative links in it start from here.
  package let address: WebAddress
  package let head: ResponseHead
  /// Decompressed.
  package let body: [UInt8]

  /// 2xx, or 304 where the request had an ETag.
  package var status: Int { head.status }
}

/// The beginning of an answer: its status and those headers that mean something here.
package struct ResponseHead: Hashable, Sendable {
  package var status = 0
  /// As it came, parameters included: `text/html; charset=utf-8`.
  package var contentType: String?
  package var etag: String?
  /// As it came, an HTTP date.
  package var lastModified: String?
  /// Which part of the whole this is; with status 206.
  package var contentRange: ContentRange?
  /// The bytes that the server announced, compressed if they are. nil when it did not.
  package var contentLength: Int?
  var retryAfter: Duration?

  package init() {}
}

/// Which bytes of the whole an answer holds (RFC 9110, 14.4).
package struct ContentRange: Hashable, Sendable {
  package let range: ClosedRange<Int>
  /// The size of the whole. nil when the server does not know it.
  package let total: Int?

  /// Reads `bytes 0-99/1234` or `bytes 0-99/*`. nil for anything else.
  package init?(_ text: String) {
    let parts = text.split(separator: " ")
    guard parts.count == 2, parts[0].lowercased() == "bytes" else { return nil }
    let halves = parts[1].split(separator: "/", omittingEmptySubsequences: false)
    guard halves.count == 2 else { return nil }
    let ends = halves[0].split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, let first = number(ends[0]), let last = number(ends[1]),
      first <= last
    else { return nil }
    let total = number(halves[1])
    if total == nil, halves[1] != "*" { return nil }
    if let total, last >= total { return nil }
    range = first...last
    self.total = total
  }
}

/// Decimal digits alone, no sign. nil for anything else and for what does not fit.
private func number(_ text: Substring) -> Int? {
  text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Int(text) : nil
}
