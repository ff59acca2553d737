internal import Diagnostics
internal import Manifests
internal import SourceKinds
internal import Vocabulary

// The faults that are specific to GitHub.
extension SourceFault {
  /// Creates the fault for a repository that the server does not show.
  static func noRepository(
    _ repository: RepositoryName, on server: GitHubServer, hasToken: Bool
  ) -> SourceFault {
    SourceFault(
      "no-repository", "cannot find the repository `\(repository)` on \(server.host)",
      [
        .requestOrigin,
        .detail(
          label: "because",
          [
            "it does not exist, has another name now, or is private"
              + (hasToken ? " and the token may not read it" : "")
          ] + (hasToken ? [] : withheldToken(server))),
      ] + (hasToken ? [] : [tokenAdvice(for: server)]), exitCode: .notAvailable)
  }

  /// Creates the fault for too many requests.
  ///
  /// - Parameters:
  ///   - reset: The time at which more are permitted, or `nil` if it is unknown.
  ///   - now: The current time.
  static func rateLimit(
    on server: GitHubServer, reset: ReleaseTime?, now: ReleaseTime, hasToken: Bool
  ) -> SourceFault {
    let withheld = hasToken ? [] : withheldToken(server)
    let wait = reset.map { reset in
      let minutes = max(1, (reset.secondsSince1970 - now.secondsSince1970 + 59) / 60)
      // 2026-11-12T17:54:49Z
      let time = reset.description.dropFirst("2026-11-12T".count).prefix("17:54".count)
      return "at \(time) UTC, in \(minutes) minute\(minutes == 1 ? "" : "s")"
    }
    return SourceFault(
      "rate-limit", "\(server.host) permits no more requests for now",
      [.requestOrigin] + (wait.map { [.detail(label: "again", [$0])] } ?? [])
        + (withheld.isEmpty ? [] : [.detail(label: "because", withheld)])
        + (hasToken ? [] : [tokenAdvice(for: server)]))
  }

  /// Creates the fault for a server that refuses a request without a token.
  static func tokenRequired(by server: GitHubServer) -> SourceFault {
    let withheld = withheldToken(server)
    return SourceFault(
      "token-required", "\(server.host) refuses requests about {subject} without a token",
      [.requestOrigin] + (withheld.isEmpty ? [] : [.detail(label: "because", withheld)])
        + [tokenAdvice(for: server)])
  }

  /// Creates the fault for a token that the server does not accept. `origin` is a variable or `gh`.
  static func badToken(host: String, from origin: String) -> SourceFault {
    SourceFault(
      "bad-token", "\(host) does not accept the token from \(origin == "gh" ? "`gh`" : origin)",
      [
        .requestOrigin,
        .detail(
          label: "try",
          [origin == "gh" ? "run `gh auth login`" : "set \(origin) to a valid token"]),
      ])
  }

  /// Creates the fault for a list of releases that has no end.
  static func endlessPages(host: String) -> SourceFault {
    SourceFault(
      "endless-pages", "the list of releases that \(host) sends for {subject} has no end",
      [.requestOrigin])
  }

  /// Creates the fault for a pattern that matches no file. `names` are those of some files.
  static func noMatchingFile(_ names: [String]) -> SourceFault {
    SourceFault(
      "no-matching-file", "no file of {subject} matches `asset`",
      [.requestOrigin, .detail(label: "files", names.map(abbreviated))], exitCode: .notAvailable)
  }

  /// Creates the fault for a file whose address is not that of a release.
  static func foreignAsset(_ name: String, host: String) -> SourceFault {
    SourceFault(
      "foreign-asset", "\(host) lists a file for {subject} that does not belong to the release",
      [.requestOrigin, .detail(label: "file", [abbreviated(name)])])
  }

  /// Creates the fault for a list of digests that contradicts the server.
  static func contradictoryDigests(
    file: String, list: String, listed: SHA256Digest, published: SHA256Digest, host: String
  ) -> SourceFault {
    SourceFault(
      "contradictory-digests", "the digests of a file for {subject} contradict each other",
      [
        .requestOrigin, .detail(label: "file", [abbreviated(file)]),
        .detail(label: "listed", ["\(listed) in \(abbreviated(list))"]),
        .detail(label: "published", ["\(published) by \(host)"]),
      ], exitCode: .corruptArtifact)
  }

  /// Creates the fault for a list with several digests of a file.
  static func severalDigests(file: String, list: String) -> SourceFault {
    SourceFault(
      "several-digests", "{subject} has a list with several digests of one file",
      [
        .requestOrigin, .detail(label: "file", [abbreviated(file)]),
        .detail(label: "list", [abbreviated(list)]),
      ], exitCode: .corruptArtifact)
  }

  /// Creates the fault for a private file that the server does not send.
  ///
  /// - Parameters:
  ///   - address: The address of the file.
  ///   - server: The server of the repository.
  ///   - token: The token that the server has received, or `nil` if there is none.
  ///   - isAuthorized: Whether the server has received the token or a password.
  static func privateFile(
    address: String, on server: GitHubServer, _ token: GitHubToken?, isAuthorized: Bool
  ) -> SourceFault {
    let origin = token.map { $0.origin == "gh" ? "`gh`" : $0.origin }
    let reason =
      isAuthorized
      ? (origin.map { "the token from \($0)" } ?? "the password in your .netrc file")
        + " may not read the repository, or the file is gone"
      : withheldToken(server).first ?? "the repository is private, and there is no token for it"
    return SourceFault(
      "private-file", "\(server.host) does not send a private file for {subject}",
      [
        .requestOrigin, .detail(label: "at", [address]), .detail(label: "because", [reason]),
        .detail(label: "try", [readingAdvice(for: server)]),
      ])
  }

  /// Returns the advice on providing a token that may read a repository.
  private static func readingAdvice(for server: GitHubServer) -> String {
    if server.isDefault, let advice = GitHubKind.credentialAdvice { return advice }
    return "set GH_HOST to \(server.host) and GH_ENTERPRISE_TOKEN to a token that may read the "
      + "repository, or run `gh auth login --hostname \(server.host)`"
  }

  private static func tokenAdvice(for server: GitHubServer) -> Line {
    let advice =
      server.isDefault ? "set GITHUB_TOKEN, or run `gh auth login`" : readingAdvice(for: server)
    return .detail(label: "try", [advice])
  }

  /// The reason that a server has not received the user's token, if there is one.
  private static func withheldToken(_ server: GitHubServer) -> [String] {
    if !server.isDeniedToken { return [] }
    return ["your token was not sent to \(server.host), because your settings do not name it"]
  }
}
