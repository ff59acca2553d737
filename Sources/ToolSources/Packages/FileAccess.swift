package import Diagnostics
package import Transport

/// What a request for a file states besides the address, and what a refusal means to the source.
package struct FileAccess: Hashable, Sendable {
  /// The accepted media types, or `nil` to accept any.
  package var accept: String?
  /// Further headers, which may contain a token. They are sent to the address's server only.
  package var headers: [HTTPRequest.Header] = []
  /// The faults that certain refusals stand for.
  package var faults: [Refusal: SourceProblem.Fault] = [:]

  /// A reason a server does not send a file.
  package enum Refusal: Hashable, Sendable {
    /// The response has this HTTP status.
    case status(Int)
    /// The client has sent too many requests.
    case limit

    /// Returns `nil` if `error` is not a refusal.
    init?(_ error: TransportError) {
      switch error {
      case .status(let status, _, _): self = .status(status)
      case .limited: self = .limit
      default: return nil
      }
    }
  }

  /// Creates the access to a public file.
  package init() {}

  /// Returns the request for the file at `address`.
  package func request(for address: WebAddress) -> HTTPRequest {
    var request = HTTPRequest(address)
    request.accept = accept
    request.headers = headers
    return request
  }
}
