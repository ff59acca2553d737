internal import Diagnostics
internal import SourceKinds
internal import Transport

/// The visibility of a repository, which is requested once, when it is first needed.
actor RepositoryVisibility {
  private let repository: GitHubRepository
  private var search: Task<Result<Bool, SourceError>, Never>?

  init(_ repository: GitHubRepository) { self.repository = repository }

  /// Whether only some users may read the repository.
  ///
  /// - Throws: ``SourceError`` if the request fails.
  var isPrivate: Bool {
    get async throws(SourceError) {
      let search =
        search
        ?? Task { [repository] in
          do throws(SourceError) {
            return .success(try await repository.isPrivate())
          } catch {
            return .failure(error)
          }
        }
      self.search = search
      return try await search.value.get()
    }
  }
}

extension GitHubRepository {
  /// Whether requests to the API are authenticated.
  private var isAuthorized: Bool {
    token != nil || transport.client.hasNetrcCredentials(for: server.api.site)
  }

  /// Returns whether only some users may read the repository.
  fileprivate func isPrivate() async throws(SourceError) -> Bool {
    // Without authentication, a server shows only public repositories.
    if !transport.isOffline, !isAuthorized { return false }
    do {
      return try await description().isPrivate
    } catch {
      // If nothing is stored, no request about the repository was ever authenticated.
      guard transport.isOffline, case .problems(let problems) = error,
        case .answer(.offline)? = problems.first?.fault
      else { throw error }
      return false
    }
  }

  /// Returns the access to the file of a private repository at `address`.
  func privateAccess(to address: WebAddress) -> FileAccess {
    FileAccess(toPrivate: address, on: server, token, isAuthorized: isAuthorized)
  }
}

extension FileAccess {
  /// Creates the access to a file at an ``AssetAddress``.
  ///
  /// - Parameters:
  ///   - address: The address.
  ///   - server: The server of the repository.
  ///   - token: The user's token for the server, or `nil` if there is none.
  ///   - isAuthorized: Whether the request is authenticated, with the token or a password.
  init(
    toPrivate address: WebAddress, on server: GitHubServer, _ token: GitHubToken?,
    isAuthorized: Bool
  ) {
    self.init()
    // With another type, the API sends a description of the file.
    accept = "application/octet-stream"
    if let token { headers = [.init("Authorization", token.authorization)] }
    let fault = SourceProblem.Fault.own(
      .privateFile(address: address.text, on: server, token, isAuthorized: isAuthorized))
    faults = [.status(401): fault, .status(403): fault, .status(404): fault]
    if let token {
      faults[.status(401)] = .own(.badToken(host: server.host, from: token.origin))
    }
    if !isAuthorized { faults[.limit] = fault }
  }
}
