internal import Cryptography
internal import Filesystem

/// How a request to a registry is authorized. Its description omits secrets.
enum RegistryAuthorization: Hashable, Sendable, CustomStringConvertible {
  /// With the user's own credentials.
  case basic(Credentials)
  /// With a token that the registry's token server has issued.
  case bearer(String)

  var description: String {
    switch self {
    case .basic: "basic"
    case .bearer: "bearer"
    }
  }
}

/// The authorizations of this process for registries.
///
/// A registry states what it requires in its response to the first request. A token serves further
/// requests until the registry rejects it.
actor RegistryLogins {
  /// What a token is for.
  struct Use: Hashable, Sendable {
    let repository: OCIRepository
    let isUpload: Bool
  }

  private var known: [Use: RegistryAuthorization] = [:]
  private var renewals: [Use: Task<Result<RegistryAuthorization?, TransportError>, Never>] = [:]

  /// Returns the authorization that the registry has accepted before, or `nil` if there is none.
  func authorization(for use: Use) -> RegistryAuthorization? { known[use] }

  /// Returns another authorization than `rejected`, or `nil` if there is none. Requests that are
  /// rejected at the same time share it.
  func authorization(
    for use: Use, replacing rejected: RegistryAuthorization?,
    from request:
      @escaping @Sendable () async -> Result<RegistryAuthorization?, TransportError>
  ) async throws(TransportError) -> RegistryAuthorization? {
    if let current = known[use], current != rejected { return current }
    let renewal = renewals[use] ?? Task { await request() }
    renewals[use] = renewal
    let result = await renewal.value
    if renewals[use] == renewal { renewals[use] = nil }
    let authorization = try result.get()
    if let authorization, authorization != rejected {
      known[use] = authorization
      return authorization
    }
    return nil
  }
}

extension HTTPRequest {
  /// Returns the request with an authorization, or the same request if `authorization` is `nil`.
  func authorized(by authorization: RegistryAuthorization?) -> HTTPRequest {
    var request = self
    switch authorization {
    case .basic(let credentials): request.credentials = credentials
    case .bearer(let token): request.headers.append(Header("Authorization", "Bearer \(token)"))
    case nil: break
    }
    return request
  }
}
