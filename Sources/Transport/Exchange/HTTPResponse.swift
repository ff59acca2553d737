/// A response, held in memory.
package struct HTTPResponse: Sendable {
  /// The address after redirects. For the response of a mirror, it is the public address that the
  /// mirror serves. ``HTTPClient/parts(ofReference:onPageAt:)`` resolves links in the response.
  package let address: WebAddress
  package let head: ResponseHead
  /// The body, decompressed.
  package let body: [UInt8]

  /// The status: 2xx, or 304 if the request had an ETag.
  package var status: Int { head.status }
}

/// The status of a response and the headers that the client uses.
package struct ResponseHead: Hashable, Sendable {
  package var status = 0
  /// The header as sent, with parameters: `text/html; charset=utf-8`.
  package var contentType: String?
  package var etag: String?
  /// The header as sent, an HTTP date.
  package var lastModified: String?
  /// The range that the body covers. Present with status 206.
  package var contentRange: ContentRange?
  /// The announced number of bytes, before decompression, or `nil` if the server did not
  /// announce it.
  package var contentLength: Int?
  /// The links to other pages (RFC 8288), as sent.
  package var link: String?
  /// The digests of the whole file, as sent: `Repr-Digest` (RFC 9530), or its predecessor `Digest`.
  package var digest: String?
  /// The address of what a request has created, as sent.
  var location: String?
  /// What the server requires of an authorized request, as sent: the values of `WWW-Authenticate`.
  var challenges: [String] = []
  /// Whether the client has no requests left according to `x-ratelimit-remaining`.
  var isLimited = false
  /// The time at which the client may send requests again, in seconds since 1970, or `nil` if the
  /// server does not provide it (`x-ratelimit-reset`).
  var limitReset: Int64?
  /// The delay that the server requests before a retry (`Retry-After`), or `nil` if it
  /// requests none.
  var retryAfter: Duration?

  /// Whether the body is a web page.
  var isPage: Bool {
    contentType.map { $0.lowercased().hasPrefix("text/html") } ?? false
  }

  /// Creates a head without headers and with status 0.
  package init() {}
}

/// The byte range that a response contains (RFC 9110, 14.4).
package struct ContentRange: Hashable, Sendable {
  package let range: ClosedRange<Int>
  /// The size of the whole file in bytes, or `nil` if the server does not know it.
  package let total: Int?

  /// Parses `bytes 0-99/1234` or `bytes 0-99/*`, or returns `nil` for any other text.
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

/// Parses decimal digits, or returns `nil` if the text contains other characters, such as a sign,
/// or the number overflows.
private func number(_ text: Substring) -> Int? {
  text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Int(text) : nil
}
