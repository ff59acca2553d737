internal import Foundation
internal import Synchronization

/// An OCI registry in memory, on 127.0.0.1.
///
/// ```swift
/// let registry = try RegistryServer()
/// registry.state.withLock { $0.login = .token }
/// registry.state.withLock { $0.blobs["sha256:…"] = bytes }
/// … OCIRepository(registry.repository) …
/// ```
/// It does not verify the digests of uploads.
package final class RegistryServer: Sendable {
  package let state: RegistryState
  private let server: LoopbackServer

  /// Starts an empty registry.
  package init() throws(LoopbackServer.CannotListen) {
    let state = RegistryState()
    self.state = state
    server = try LoopbackServer { state.steps(answering: $0) }
  }

  /// The text of a repository in the registry.
  package var repository: String { "oci+http://\(host)/team/tools" }
  /// The host with its port.
  package var host: String { "127.0.0.1:\(server.port)" }
  /// All requests so far, such as `GET /v2/team/tools/blobs/sha256:…`.
  package var requests: [ReceivedRequest] { server.requests }

  /// Returns the number of requests with a method, for paths that contain `text`.
  package func requestCount(_ method: String, _ text: String = "/") -> Int {
    requests.count { $0.method == method && $0.path.contains(text) }
  }
}

/// What a ``RegistryServer`` has, and how it responds.
package final class RegistryState: Sendable {
  /// What a request must have.
  package enum Login: Sendable {
    case none
    /// ``RegistryState/credentials`` as basic authentication.
    case basic
    /// A token, which the registry issues for ``RegistryState/credentials``.
    case token
    /// A token of a server at this address.
    case foreignToken(realm: String)
  }

  package struct Values: Sendable {
    package var login = Login.none
    /// The number of requests for which a token is valid.
    package var usesOfToken = Int.max
    package var blobs: [String: [UInt8]] = [:]
    package var manifests: [String: [UInt8]] = [:]
    /// The statuses that the next requests which begin an upload get instead of success.
    package var startFailures: [Int] = []
    /// The statuses that the next uploads of blobs get instead of success. 0 resets the connection.
    package var failures: [Int] = []
    /// The statuses that the next manifests get instead of success.
    package var manifestFailures: [Int] = []
    /// The status that every request gets instead of an answer, or `nil`.
    package var refusal: Int?
    /// The value of `Retry-After` in failures, in seconds.
    package var retryAfter: Int?
    /// The body of failures.
    package var error = ""
    /// Whether an upload leaves a blob that exists as it is.
    package var keepsBlobs = false
    /// Whether uploads get a page of HTML.
    package var answersWithPages = false
    /// The address where uploads go, or `nil` for the registry itself.
    package var uploadAddress: String?
    /// The number of tokens that were issued.
    package fileprivate(set) var tokenCount = 0
    fileprivate var uploadCount = 0
    fileprivate var remainingUses: [String: Int] = [:]

    /// Returns the steps of a failure with this status.
    fileprivate func failed(_ status: Int) -> [Step] {
      .answer(status, retryAfter.map { ["Retry-After: \($0)"] } ?? [], Array(error.utf8))
    }
  }

  /// The user and the password that the registry accepts.
  package static let credentials = (user: "me", password: "secret")

  private let values = Mutex(Values())

  /// Reads or changes the state.
  package func withLock<Value: Sendable>(_ body: (inout Values) -> Value) -> Value {
    values.withLock { body(&$0) }
  }

  /// Returns the steps of the response to a request.
  func steps(answering request: ReceivedRequest) -> [Step] {
    withLock { values in
      let (path, query) = Self.parts(of: request.path)
      if path == "/token" { return Self.issueToken(request, &values) }
      if let refusal = Self.refusal(of: request, &values) { return refusal }
      if let status = values.refusal {
        return request.method == "HEAD" ? .answer(status) : values.failed(status)
      }
      let name = path.split(separator: "/").last.map(String.init) ?? ""
      switch request.method {
      case "POST" where values.answersWithPages:
        return .answer(200, ["Content-Type: text/html"], Array("<html>".utf8))
      case "POST" where !values.startFailures.isEmpty:
        return values.failed(values.startFailures.removeFirst())
      case "POST" where path.hasSuffix("/blobs/uploads/"):
        values.uploadCount += 1
        let target = values.uploadAddress ?? path
        return .answer(202, ["Location: \(target)\(values.uploadCount)?_state=a"])
      case "PUT" where path.contains("/manifests/"):
        if let failure = values.manifestFailures.first {
          values.manifestFailures.removeFirst()
          return values.failed(failure)
        }
        values.manifests[name] = request.body
        return .answer(201)
      case "PUT":
        if let failure = values.failures.first {
          values.failures.removeFirst()
          return failure == 0 ? [.reset] : values.failed(failure)
        }
        let digest = query["digest"] ?? ""
        if !values.keepsBlobs || values.blobs[digest] == nil {
          values.blobs[digest] = request.body
        }
        return .answer(201)
      default:
        let known = path.contains("/manifests/") ? values.manifests[name] : values.blobs[name]
        guard let known else { return .answer(404) }
        return ScriptedResponse.file(known, etag: name).steps(answering: request)
      }
    }
  }

  /// Returns the response to a request without the authorization that it needs, or `nil`.
  private static func refusal(of request: ReceivedRequest, _ values: inout Values) -> [Step]? {
    let authorization = request.headers["authorization"]
    switch values.login {
    case .none: return nil
    case .basic:
      if authorization == ScriptedResponse.authorization(credentials) { return nil }
      return .answer(401, ["WWW-Authenticate: Basic realm=\"registry\""])
    case .token:
      if let authorization, let count = values.remainingUses[authorization], count > 0 {
        values.remainingUses[authorization] = count - 1
        return nil
      }
      return challenge("http://\(request.headers["host"] ?? "")/token")
    case .foreignToken(let realm): return challenge(realm)
    }
  }

  private static func challenge(_ realm: String) -> [Step] {
    .answer(
      401,
      [
        "WWW-Authenticate: Bearer realm=\"\(realm)\",service=\"registry\","
          + "scope=\"repository:team/tools:pull,push\""
      ])
  }

  /// Returns the response of the token server to `request`.
  private static func issueToken(_ request: ReceivedRequest, _ values: inout Values) -> [Step] {
    guard request.headers["authorization"] == ScriptedResponse.authorization(credentials) else {
      return .answer(401)
    }
    values.tokenCount += 1
    let token = "token\(values.tokenCount)"
    values.remainingUses["Bearer \(token)"] = values.usesOfToken
    return .answer(200, [], Array(#"{"expires_in":60,"token":"\#(token)"}"#.utf8))
  }

  /// Returns the path and the parameters of the query, which need no decoding.
  private static func parts(of text: String) -> (path: String, query: [String: String]) {
    let halves = text.split(separator: "?", maxSplits: 1)
    var query: [String: String] = [:]
    for parameter in halves.dropFirst().first?.split(separator: "&") ?? [] {
      let pair = parameter.split(separator: "=", maxSplits: 1)
      if pair.count == 2 { query[String(pair[0])] = String(pair[1]) }
    }
    return (String(halves[0]), query)
  }
}
