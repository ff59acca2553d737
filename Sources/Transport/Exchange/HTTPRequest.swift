package import Filesystem

/// A request to a server.
package struct HTTPRequest: Hashable, Sendable {
  /// The supported methods. The first two change nothing on the server.
  package enum Method: String, Sendable {
    case get = "GET"
    case head = "HEAD"
    case post = "POST"
    case put = "PUT"

    /// Whether the request uploads a body.
    var isUpload: Bool { self == .post || self == .put }
  }

  /// What a request uploads.
  package enum Upload: Hashable, Sendable {
    case bytes([UInt8])
    /// The contents of a file of this size.
    case file(FilePath, size: Int)

    /// The size in bytes.
    package var size: Int {
      switch self {
      case .bytes(let bytes): bytes.count
      case .file(_, let size): size
      }
    }
  }

  /// A byte range of a file (RFC 9110, 14.1.2).
  package enum Range: Hashable, Sendable {
    case bytes(ClosedRange<Int>)
    /// The bytes from this offset to the end of the file.
    case from(Int)
    /// The last bytes of the file. The value is their count.
    case last(Int)

    /// The range in the syntax of the `Range` header, without the unit.
    var text: String {
      switch self {
      case .bytes(let range): "\(range.lowerBound)-\(range.upperBound)"
      case .from(let start): "\(start)-"
      case .last(let count): "-\(count)"
      }
    }
  }

  /// A header field.
  package struct Header: Hashable, Sendable {
    package let name: String
    package let value: String

    /// Creates a header. ``HTTPRequest/checkHeaders()`` validates it before it is sent.
    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  package var address: WebAddress
  package var method = Method.get
  /// The accepted media types, in the syntax of the `Accept` header, or `nil` to accept any.
  package var accept: String?
  /// The requested byte range, or `nil` for the whole file. A server may send the whole file
  /// anyway, so check the status.
  package var range: Range?
  /// The ETag of a cached response. If it is still current, the response has status 304 and
  /// no body.
  package var ifNoneMatch: String?
  /// The ETag or date that the file must have for `range` to apply. Otherwise the server sends
  /// the whole file (RFC 9110, 13.1.5).
  var ifRange: String?
  /// The credentials, sent only to `credentials.site`, even after redirects.
  package var credentials: Credentials?
  /// Additional headers, sent to the origin of `address` only.
  package var headers: [Header] = []
  /// Whether the user's `.netrc` file and credential helpers apply if the request has no
  /// credentials.
  var usesNetrc = true
  /// What POST and PUT upload.
  var body = Upload.bytes([])
  /// The repository of a registry that the request is for, which may ask for a token. `nil` for
  /// other servers.
  var repository: OCIRepository?
  /// Whether the address is sent the request as it is, and no mirror is asked instead.
  var isDirect = false
  /// Whether the request obtains a token from the registry that needs it. It is permitted wherever
  /// requests for the repository are.
  var isLogin = false

  /// Creates a GET request for the whole file.
  package init(_ address: WebAddress) { self.address = address }

  /// Whether the request is authenticated: with credentials, or with a token in a header.
  var isAuthorized: Bool {
    credentials != nil || headers.contains { $0.name.lowercased() == "authorization" }
  }

  /// Returns the request to send to `target`, to which the server has redirected this one. Another
  /// server receives neither the headers nor credentials.
  package func redirected(to target: WebAddress) -> HTTPRequest {
    var request = self
    request.address = target
    if target.site != address.site {
      request.headers = []
      request.usesNetrc = false
    }
    return request
  }

  /// Returns the request to send to the mirror at `address` instead. If the mirror is on another
  /// server, the request loses its headers, and `own` replaces its credentials. The mirror gets the
  /// user's credentials for its host, even if a redirect led to the public address.
  func mirrored(at address: WebAddress, _ own: Credentials?) -> HTTPRequest {
    var request = self
    request.address = address
    request.usesNetrc = true
    if address.site != self.address.site {
      request.headers = []
      request.credentials = own
    }
    return request
  }

  /// Checks that no header contains a line break or NUL. A line break would start another header.
  ///
  /// - Throws: ``TransportError/header(name:)`` for the first invalid header.
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
