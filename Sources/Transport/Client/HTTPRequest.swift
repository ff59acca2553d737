/// What to ask a server for.
package struct HTTPRequest: Hashable, Sendable {
  package enum Method: Sendable {
    case get, head
  }

  /// A part of a file, in bytes (RFC 9110, 14.1.2).
  package enum Range: Hashable, Sendable {
    case bytes(ClosedRange<Int>)
    case from(Int)
    /// The last bytes, so many.
    case last(Int)

    var text: String {
      switch self {
      case .bytes(let range): "\(range.lowerBound)-\(range.upperBound)"
      case .from(let start): "\(start)-"
      case .last(let count): "-\(count)"
      }
    }
  }

  package struct Header: Hashable, Sendable {
    package let name: String
    package let value: String

    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  package var address: WebAddress
  package var method = Method.get
  /// The media types that are understood, as the header `Accept` writes them. nil: any.
  package var accept: String?
  /// nil: the whole. A server may answer with the whole all the same: look at the status.
  package var range: Range?
  /// The ETag of what is known already; where it is still that, the answer has status 304 and no body.
  package var ifNoneMatch: String?
  /// The part is wanted only of the file with this ETag or date, else the whole (RFC 9110, 13.1.5).
  var ifRange: String?
  /// Sent wherever an address of `credentials.site` is asked, redirects included, and nowhere else.
  package var credentials: Credentials?
  /// Further headers. They go to the site of `address` alone.
  package var headers: [Header] = []

  package init(_ address: WebAddress) { self.address = address }

  /// A line break in a header would begin another one.
  func checkHeaders() throws(TransportError) {
    let own = [("Accept", accept), ("If-None-Match", ifNoneMatch)].compactMap { name, value in
      value.map { Header(name, $0) }
    }
    for header in own + headers {
      let characters = Array(header.name.utf8) + Array(header.value.utf8)
      if characters.contains(where: { $0 == 0 || $0 == 10 || $0 == 13 }) {
        throw .header(name: header.name)
      }
    }
  }
}
