internal import Diagnostics
internal import Filesystem
internal import Manifests
internal import SourceKinds
internal import TextSearch
internal import Transport
internal import Vocabulary

/// A repository on a server, and the requests to the API about it.
struct GitHubRepository: Sendable {
  let name: RepositoryName
  let server: GitHubServer
  let transport: SourceTransport
  let cache: ResponseCache
  /// The user's token, or `nil` if there is none. Without one, a server answers 60 requests an
  /// hour.
  let token: GitHubToken?
  let subject: ProblemSubject

  /// The maximum size of an answer in bytes. Each file of a release takes about 2,000.
  private static let maximumAnswerSize = 64_000_000

  /// The number of releases on a page unless they are very large, which is the maximum of the API.
  static let usualPageSize = 100

  /// Creates a repository. `token` is `nil` if the user has none for the server.
  init(
    _ name: RepositoryName, on server: GitHubServer, _ token: GitHubToken?,
    _ transport: SourceTransport, _ subject: ProblemSubject
  ) {
    self.name = name
    self.server = server
    self.token = token
    self.transport = transport
    self.subject = subject
    cache = ResponseCache(root: transport.root, source: GitHubKind.name, index: server.api)
  }

  /// Fetches a page of `size` releases. Numbers start at 1.
  func releases(
    onPage number: Int, of size: Int
  ) async throws(SourceError) -> (releases: [GitHubRelease], hasNext: Bool) {
    let page = try await fetch(
      "/releases?per_page=\(size)&page=\(number)",
      storedAs: size == Self.usualPageSize ? "\(number)" : "\(number)-of-\(size)",
      limit: Self.maximumAnswerSize, orElse: absence
    ) { (response) throws(UnreadableResponse) -> ([GitHubRelease], Bool) in
      (try [GitHubRelease](page: response.body), Self.hasNext(response.link))
    }
    return page ?? ([], false)
  }

  /// Fetches what the API says about the repository itself.
  func description() async throws(SourceError) -> RepositoryDescription {
    let description = try await fetch(
      "", storedAs: "profile", limit: Self.maximumAnswerSize, orElse: absence
    ) { (response) throws(UnreadableResponse) in
      try RepositoryDescription(response.body)
    }
    return description ?? RepositoryDescription()
  }

  /// The fault if the server does not have the repository, or does not show it.
  private var absence: SourceProblem.Fault {
    .own(.noRepository(name, on: server, hasToken: token != nil))
  }

  /// Requests what the API says about the repository.
  ///
  /// - Parameters:
  ///   - path: The path and the query after the address of the repository.
  ///   - key: The name of the stored response, which must be unique for the repository and safe as
  ///     part of a file name.
  ///   - limit: The maximum size of the response in bytes.
  ///   - absence: The fault to throw if the server has no such resource, or `nil` to return `nil`
  ///     instead.
  ///   - read: Reads the response.
  func fetch<Value>(
    _ path: String, storedAs key: String, limit: Int, orElse absence: SourceProblem.Fault? = nil,
    reading read: (ResponseCache.StoredResponse) throws(UnreadableResponse) -> Value
  ) async throws(SourceError) -> Value? {
    let address: WebAddress
    do throws(WebAddress.Failure) {
      address = try WebAddress("\(server.apiStart)/repos/\(name)\(path)")
    } catch {
      throw subject.error(.declaration(.badAddress(AddressFault(error))))
    }
    let query = query(address, storedAs: key, limit: limit, orElse: absence)
    do throws(SourceError) {
      return try await transport.fetchPage(query, subject) {
        (response) throws(SourceError) -> Value? in
        // An empty body is stored below for a missing resource.
        if response.body.isEmpty, absence == nil { return nil }
        do throws(UnreadableResponse) {
          return try read(response)
        } catch {
          throw subject.error(.answer(.unreadable(address: address.text, error)))
        }
      }
    } catch {
      guard case .problems(let problems) = error,
        case .content(.unknownPackage)? = problems.first?.fault, absence == nil
      else { throw error }
      // Offline, this is the answer.
      cache.store(
        .init(address: address, contentType: nil, etag: nil, body: []), for: query.package)
      return nil
    }
  }

  private func query(
    _ address: WebAddress, storedAs key: String, limit: Int, orElse absence: SourceProblem.Fault?
  ) -> IndexQuery {
    // Repository names contain no plus signs.
    var query = IndexQuery(
      address: address, accept: "application/vnd.github+json",
      package: "\(name.normalized.replacing("/", with: "+"))+\(key)", cache: cache,
      credentials: nil, limit: limit)
    query.headers = [.init("X-GitHub-Api-Version", "2022-11-28")]
    if let token { query.headers.append(.init("Authorization", token.authorization)) }
    query.fault = { [server, token] error in
      switch error {
      case .limited(_, let reset, _):
        .own(
          .rateLimit(
            on: server, reset: reset.map { ReleaseTime(secondsSince1970: $0) },
            now: ReleaseTime(secondsSince1970: WallClock.now), hasToken: token != nil))
      case .status(404, _, _), .status(410, _, _): absence
      case .status(401, _, _) where token != nil:
        token.map { .own(.badToken(host: server.host, from: $0.origin)) }
      case .status(401, _, _), .status(403, _, _):
        server.isDeniedToken ? .own(.tokenRequired(by: server)) : nil
      default: nil
      }
    }
    return query
  }

  /// Returns whether a page is followed by another. The address of that page is not used, because a
  /// server could name any address.
  private static func hasNext(_ link: String?) -> Bool {
    link?.split(separator: ",").contains { $0.contains("rel=\"next\"") } ?? false
  }
}
