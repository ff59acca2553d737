package import Diagnostics
internal import Filesystem
package import Manifests
internal import SourceKinds
internal import Transport

/// A source of the files that repositories publish with their releases.
///
/// ```ruby
/// tool "mytool", github: "acme/mytool"
/// ```
///
/// ``ReleaseTags`` finds the version of a release, and ``ReleaseAssets`` the file for a platform.
struct GitHubSource: ToolSource {
  static let kind: any SourceKind.Type = GitHubKind.self

  /// The maximum size of a page in bytes. Each file of a release takes about 2,000.
  static let maximumPageSize = 64_000_000
  /// The maximum number of pages of a repository.
  static let maximumPageCount = 50
  private static let releasesPerPage = 100

  private let environment: Environment
  private let transport: SourceTransport
  private let tokens: GitHubTokens

  init(_ access: SourceAccess) {
    environment = access.environment
    transport = access.transport
    tokens = access.shared {
      GitHubTokens(access.environment, root: access.root, folder: access.folder)
    }
  }

  func package(_ request: PackageRequest) async throws(SourceError) -> any SourcePackage {
    let subject = ProblemSubject(GitHubKind.self, request)
    guard let repository = RepositoryName(request.package) else {
      throw subject.error(.badOption(GitHubKind.name, expected: .repositoryName))
    }
    let server: GitHubServer
    do throws(AddressFault) {
      server = try GitHubServer.of(request, environment)
    } catch {
      throw subject.error(.badAddress(error))
    }
    let cache = ResponseCache(root: transport.root, source: name, index: server.api)
    let token = transport.isOffline ? nil : await tokens.token(for: server)
    var releases = GitHubReleases(request, tags: ReleaseTags(request, of: repository))
    var number = 1
    while true {
      let page = try await page(number, of: repository, on: server, token, cache, subject)
      let isNew = releases.add(page.releases)
      guard page.hasNext, !releases.isSufficient else { break }
      if !isNew || number == Self.maximumPageCount {
        throw subject.error(.own(.endlessPages(host: server.host)))
      }
      number += 1
    }
    if releases.releases.isEmpty { throw subject.error(.noReleases) }
    return GitHubPackage(
      request: request, repository: repository, server: server, releases: releases,
      transport: transport, cache: cache)
  }

  /// Fetches a page of releases. Numbers start at 1.
  private func page(
    _ number: Int, of repository: RepositoryName, on server: GitHubServer, _ token: GitHubToken?,
    _ cache: ResponseCache, _ subject: ProblemSubject
  ) async throws(SourceError) -> (releases: [GitHubRelease], hasNext: Bool) {
    let address: WebAddress
    do throws(WebAddress.Failure) {
      address = try WebAddress(
        "\(server.apiStart)/repos/\(repository)/releases"
          + "?per_page=\(Self.releasesPerPage)&page=\(number)")
    } catch {
      throw subject.error(.badAddress(AddressFault(error)))
    }
    var query = IndexQuery(
      address: address, accept: "application/vnd.github+json",
      package: "\(repository.normalized.replacing("/", with: "+"))+\(number)", cache: cache,
      credentials: nil, limit: Self.maximumPageSize)
    query.headers = [.init("X-GitHub-Api-Version", "2022-11-28")]
    if let token { query.headers.append(.init("Authorization", token.authorization)) }
    query.fault = { error in
      switch error {
      case .limited(_, let reset, _):
        .own(
          .rateLimit(
            host: server.host, reset: reset.map { ReleaseTime(secondsSince1970: $0) },
            now: ReleaseTime(secondsSince1970: WallClock.now), hasToken: token != nil))
      case .status(404, _, _), .status(410, _, _):
        .own(.noRepository(repository, host: server.host, hasToken: token != nil))
      case .status(401, _, _): token.map { .own(.badToken(host: server.host, from: $0.origin)) }
      default: nil
      }
    }
    return try await transport.fetchPage(query, subject) {
      (response) throws(SourceError) -> ([GitHubRelease], Bool) in
      do throws(UnreadableResponse) {
        return (try [GitHubRelease](page: response.body), Self.hasNext(response.link))
      } catch {
        throw subject.error(.unreadable(address: address.text, error))
      }
    }
  }

  /// Returns whether a page is followed by another. The address of that page is not used: a server
  /// could name any other.
  private static func hasNext(_ link: String?) -> Bool {
    link?.split(separator: ",").contains { $0.contains("rel=\"next\"") } ?? false
  }
}

extension GitHubServer {
  /// Returns the server of a request.
  ///
  /// - Throws: ``AddressFault`` if the option `host` or the address is invalid.
  static func of(
    _ request: PackageRequest, _ environment: Environment
  ) throws(AddressFault) -> GitHubServer {
    var host: String?
    if case .string(let text)? = request.option(GitHubKind.OptionKey.host) { host = text }
    return try of(host: host, address: request.address, environment)
  }
}

extension GitHubKind: OpenableSourceKind {
  /// Opens the source. The options of each tool determine its server.
  ///
  /// - Throws: ``SourceError/problems(_:)`` if `address` is invalid.
  package static func source(
    _ access: SourceAccess, address: String?, origin: Origin?
  ) throws(SourceError) -> any ToolSource {
    do throws(AddressFault) {
      if let address { _ = try GitHubServer.of(host: nil, address: address, access.environment) }
      return GitHubSource(access)
    } catch {
      throw .problems([SourceProblem(source: name, origin: origin, fault: .badAddress(error))])
    }
  }

  /// Returns the place of a server. Only the default server is the user's own.
  package static func place(of address: String, _ access: SourceAccess) -> SourcePlace? {
    guard
      let server = try? GitHubServer.of(host: nil, address: address, access.environment)
    else { return nil }
    return server.isDefault ? .usersOwn : .foreign(server.web)
  }

  /// Returns whether `url` is a file of a release in the repository that `declaration` names.
  package static func serves(
    _ url: ArtifactURL, for declaration: LockedDeclaration, _ access: SourceAccess
  ) -> Bool {
    guard
      let repository = declaration[LockedDeclaration.packageKey].flatMap(RepositoryName.init),
      let server = try? GitHubServer.of(
        host: declaration[OptionKey.host], address: declaration[LockedDeclaration.addressKey],
        access.environment)
    else { return false }
    // A lock of one machine is also used on those with another default server.
    let webs = server.isDefault ? [server.web, "https://\(publicHost)"] : [server.web]
    return webs.contains { ReleaseAddress(url.text, of: repository, on: $0) != nil }
  }
}
