internal import Filesystem
internal import Selection

/// The user's tokens for GitHub, shared by all sources of the process.
///
/// Without a token, a server answers few requests an hour, and none about private repositories.
actor GitHubTokens {
  private let environment: Environment
  private let helpers: HelperPrograms
  /// The searches by host. GitHub's own program is run at most once for each.
  private var searches: [String: Task<GitHubToken?, Never>] = [:]

  init(_ environment: Environment, _ helpers: HelperPrograms) {
    self.environment = environment
    self.helpers = helpers
  }

  /// Returns the tokens that all sources of the process share.
  static func shared(_ access: SourceAccess) -> GitHubTokens {
    access.shared { GitHubTokens(access.environment, access.helpers) }
  }

  /// Returns the token for a server, or `nil` if there is none.
  func token(for server: GitHubServer) async -> GitHubToken? {
    let search =
      searches[server.host]
      ?? Task {
        if let token = Self.variable(for: server, environment) { return token }
        guard Self.isLoggedIn(to: server, environment) else { return nil }
        return await BlockingThread.result { self.stored(for: server.tokenHost) }
      }
    searches[server.host] = search
    return await search.value
  }

  /// Returns where the token for a server would come from, a variable or `gh`, or `nil` if there is
  /// none. Runs no program.
  static func origin(for server: GitHubServer, _ environment: Environment) -> String? {
    variable(for: server, environment)?.origin
      ?? (isLoggedIn(to: server, environment) ? GitHubToken.program : nil)
  }

  /// Returns whether the environment has a token that a server does not receive, because the user's
  /// settings do not name the server.
  static func areWithheld(from server: GitHubServer, _ environment: Environment) -> Bool {
    origin(for: server, environment) == nil
      && Environment.tokenNames.contains { environment.nonEmpty($0) != nil }
  }

  /// Returns the token in the environment, or `nil` if there is none.
  ///
  /// The tokens for Enterprise servers go only to the server that `GH_HOST` names, because a
  /// project can name any server.
  private static func variable(
    for server: GitHubServer, _ environment: Environment
  ) -> GitHubToken? {
    let names =
      server.isDefault
      ? ["GITHUB_TOKEN", "GH_TOKEN"]
      : isNamed(server, environment) ? ["GH_ENTERPRISE_TOKEN", "GITHUB_ENTERPRISE_TOKEN"] : []
    for name in names {
      if let token = environment.nonEmpty(name).flatMap({ GitHubToken($0, from: name) }) {
        return token
      }
    }
    return nil
  }

  /// Returns whether `gh` may be asked for the token of a server: it is the default server, or the
  /// user's own settings name it, in `GH_HOST` or in the list of hosts that `gh` keeps. A project
  /// can name any server, and another `gh` on `PATH` may answer more freely.
  private static func isLoggedIn(to server: GitHubServer, _ environment: Environment) -> Bool {
    server.isDefault || isNamed(server, environment)
      || GitHubLogins(environment).contains(server.tokenHost)
  }

  private static func isNamed(_ server: GitHubServer, _ environment: Environment) -> Bool {
    environment.nonEmpty("GH_HOST")?.lowercased() == server.host
  }

  /// Returns the token that GitHub's own program has stored for `host`, or `nil` if there is none.
  private nonisolated func stored(for host: String) -> GitHubToken? {
    helpers.reply(
      of: "gh", arguments: ["auth", "token", "--hostname", host], limit: 4096
    ) { output in
      GitHubToken(output, from: GitHubToken.program)
    }
  }
}

/// A token. Its description and the output of this process omit the token itself.
struct GitHubToken: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
  /// The value of the `Authorization` header.
  let authorization: String
  /// Where the token comes from: a variable, or ``program``.
  let origin: String

  /// The program that stores tokens.
  static let program = "gh"

  /// Returns `nil` if `text` cannot be a token.
  init?(_ text: String, from origin: String) {
    let words = text.split(whereSeparator: \.isWhitespace)
    guard words.count == 1, words[0].utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      return nil
    }
    authorization = "Bearer \(words[0])"
    self.origin = origin
    Secrets.ofProcess.add(String(words[0]))
  }

  var description: String { "the token from \(origin)" }
  var customMirror: Mirror { Mirror(self, children: [:]) }
}
