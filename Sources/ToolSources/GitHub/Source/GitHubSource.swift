package import Diagnostics
internal import Filesystem
package import Manifests
internal import SourceKinds
package import Transport
package import Vocabulary

/// A source of the files that repositories publish with their releases.
///
/// ```ruby
/// tool "mytool", github: "acme/mytool"
/// ```
///
/// ``ReleaseTags`` or ``AssetVersions`` finds the version of a release, and ``ReleaseAssets`` the
/// file for a platform.
struct GitHubSource: ToolSource {
  static let kind: any SourceKind.Type = GitHubKind.self

  /// The maximum number of pages of a repository.
  static let maximumPageCount = 50

  private let environment: Environment
  private let transport: SourceTransport
  private let tokens: GitHubTokens

  init(_ access: SourceAccess) {
    environment = access.environment
    transport = access.transport
    tokens = GitHubTokens.shared(access)
  }

  func package(_ request: PackageRequest) async throws(SourceError) -> any SourcePackage {
    let subject = ProblemSubject(GitHubKind.self, request)
    let repository = try await repository(of: request, subject)
    var releases = GitHubReleases(request, tags: ReleaseTags(request, of: repository.name))
    var number = 1
    while true {
      let page = try await repository.releases(onPage: number, of: releases.pageSize)
      let isNew = releases.add(page.releases)
      guard page.hasNext, !releases.isSufficient else { break }
      // The latest 500 releases suffice where each has many files.
      if releases.readsNames, number == Self.maximumPageCount { break }
      if !isNew || number == Self.maximumPageCount {
        throw subject.error(.own(.endlessPages(host: repository.server.host)))
      }
      number += 1
    }
    if releases.releases.isEmpty {
      throw subject.error(absence(of: request, releases))
    }
    return GitHubPackage(request: request, repository: repository, releases: releases)
  }

  /// Returns the fault for releases that are not versions of the tool.
  private func absence(
    of request: PackageRequest, _ releases: GitHubReleases
  ) -> SourceProblem.Fault {
    let tags = releases.sampleTags
    if releases.readsNames {
      let names = releases.sampleNames
      return names.isEmpty ? .content(.noReleases) : .own(.noMatchingFile(names))
    }
    if tags.isEmpty { return .content(.noReleases) }
    return .content(
      .noVersionTags(
        Array(tags.prefix(5)), pattern: ReleaseTags.pattern(of: tags, for: request),
        hasOption: !request.options(GitHubKind.OptionKey.tag).isEmpty))
  }

  /// Returns the option `tag` for a repository whose tags do not have the usual form.
  func missingOptions(
    of request: PackageRequest
  ) async throws(SourceError) -> [LockedDeclaration.Option] {
    // The option `tag` cannot help if versions are read from file names.
    if !request.options(GitHubKind.OptionKey.versions).isEmpty { return [] }
    let subject = ProblemSubject(GitHubKind.self, request)
    let page = try await repository(of: request, subject).releases(
      onPage: 1, of: GitHubRepository.usualPageSize)
    let tags = page.releases.filter { !$0.isDraft && !$0.assets.isEmpty }.map(\.tag)
    return ReleaseTags.pattern(of: tags, for: request).map { [.init(GitHubKind.OptionKey.tag, $0)] }
      ?? []
  }

  /// Returns the repository of a request, with the user's token. Sends no request.
  ///
  /// - Throws: ``SourceError/problems(_:)`` if the name or the server is invalid.
  private func repository(
    of request: PackageRequest, _ subject: ProblemSubject
  ) async throws(SourceError) -> GitHubRepository {
    guard let repository = RepositoryName(request.package) else {
      throw subject.error(.declaration(.badOption(GitHubKind.name, expected: .repositoryName)))
    }
    let server: GitHubServer
    do {
      server = try GitHubServer.of(request, environment)
    } catch {
      throw subject.error(.declaration(.badAddress(error)))
    }
    let token = transport.isOffline ? nil : await tokens.token(for: server)
    return GitHubRepository(repository, on: server, token, transport, subject)
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
    do {
      if let address { _ = try GitHubServer.of(host: nil, address: address, access.environment) }
      return GitHubSource(access)
    } catch {
      throw .problems([
        SourceProblem(source: name, origin: origin, fault: .declaration(.badAddress(error)))
      ])
    }
  }

  /// Returns the place of a server. Only the default server is the user's own.
  package static func place(of address: String, _ access: SourceAccess) -> SourcePlace? {
    guard
      let server = try? GitHubServer.of(host: nil, address: address, access.environment)
    else { return nil }
    return server.isDefault ? .usersOwn : .foreign(server.web)
  }

  /// Returns the token for the server at `address`, or the password for its API.
  package static func credential(
    sentTo address: WebAddress, _ access: SourceAccess
  ) -> SentCredential? {
    guard
      let server = try? GitHubServer.of(host: nil, address: address.text, access.environment)
    else { return nil }
    if let origin = GitHubTokens.origin(for: server, access.environment) {
      return origin == GitHubToken.program ? .program(origin) : .variable(origin)
    }
    return access.client.hasNetrcCredentials(for: server.api.site) ? .netrc : nil
  }

  /// Returns whether `url` is a file of a release in the repository that `declaration` names.
  package static func serves(
    _ url: ArtifactURL, for declaration: LockedDeclaration, _ access: SourceAccess
  ) -> Bool {
    guard let (repository, server) = location(of: declaration, access) else { return false }
    // A machine with another default server may have made the lock.
    let webs = server.isDefault ? [server.web, "https://\(publicHost)"] : [server.web]
    return webs.contains { ReleaseAddress(url.text, of: repository, on: $0) != nil }
      || isAsset(url.text, of: repository, on: server)
  }

  /// Returns the access to a file of a private repository, with the user's token, if `address` is
  /// that of a file in the API and belongs to the repository that `declaration` names.
  package static func fileAccess(
    to address: WebAddress, for declaration: LockedDeclaration, _ access: SourceAccess
  ) async -> FileAccess {
    guard let (repository, server) = location(of: declaration, access),
      isAsset(address.text, of: repository, on: server)
    else { return FileAccess() }
    // The token for this machine's default server must not go to another server.
    let isOnServer = AssetAddress(address.text, of: repository, in: server.apiStart) != nil
    let token = isOnServer ? await GitHubTokens.shared(access).token(for: server) : nil
    return FileAccess(
      toPrivate: address, on: server, token,
      isAuthorized: token != nil || access.client.hasNetrcCredentials(for: address.site))
  }

  /// Returns whether `address` is that of a file of `repository` in the API.
  private static func isAsset(
    _ address: String, of repository: RepositoryName, on server: GitHubServer
  ) -> Bool {
    let apis =
      server.isDefault ? [server.apiStart, "https://api.\(publicHost)"] : [server.apiStart]
    return apis.contains { AssetAddress(address, of: repository, in: $0) != nil }
  }

  /// Returns the repository that `declaration` names and its server, or `nil` if either is invalid.
  private static func location(
    of declaration: LockedDeclaration, _ access: SourceAccess
  ) -> (repository: RepositoryName, server: GitHubServer)? {
    guard
      let repository = declaration[LockedDeclaration.packageKey].flatMap(RepositoryName.init),
      let server = try? GitHubServer.of(
        host: declaration[OptionKey.host], address: declaration[LockedDeclaration.addressKey],
        access.environment)
    else { return nil }
    return (repository, server)
  }
}
