internal import Filesystem
internal import Layout
internal import Selection
internal import SourceKinds

/// The user's tokens for GitHub, shared by all sources of the process.
///
/// Without a token, a server answers few requests an hour, and none about private repositories.
actor GitHubTokens {
  private let environment: Environment
  private let root: Root
  /// The folder of the project, whose programs are never run.
  private let folder: FilePath
  /// The searches by host. GitHub's own program is run at most once for each.
  private var searches: [String: Task<GitHubToken?, Never>] = [:]

  init(_ environment: Environment, root: Root, folder: FilePath) {
    self.environment = environment
    self.root = root
    self.folder = folder
  }

  /// Returns the tokens that all sources of the process share.
  static func shared(_ access: SourceAccess) -> GitHubTokens {
    access.shared {
      GitHubTokens(access.environment, root: access.root, folder: access.folder)
    }
  }

  /// Returns the token for a server, or `nil` if there is none.
  func token(for server: GitHubServer) async -> GitHubToken? {
    let host = server.host
    let search =
      searches[host]
      ?? Task {
        if let token = variable(for: server) { return token }
        return await BlockingThread.result { self.stored(for: host) }
      }
    searches[host] = search
    return await search.value
  }

  /// Returns the token in the environment, or `nil` if there is none.
  ///
  /// The tokens for Enterprise servers go only to the server that `GH_HOST` names, because a
  /// project can name any server.
  private nonisolated func variable(for server: GitHubServer) -> GitHubToken? {
    let isOwn = environment.nonEmpty("GH_HOST")?.lowercased() == server.host
    let names =
      server.isDefault
      ? ["GITHUB_TOKEN", "GH_TOKEN"]
      : isOwn ? ["GH_ENTERPRISE_TOKEN", "GITHUB_ENTERPRISE_TOKEN"] : []
    for name in names {
      if let token = environment.nonEmpty(name).flatMap({ GitHubToken($0, from: name) }) {
        return token
      }
    }
    return nil
  }

  /// Returns the token that GitHub's own program has stored for `host`, or `nil` if there is none.
  private nonisolated func stored(for host: String) -> GitHubToken? {
    let project = (try? folder.resolvingLinks()) ?? folder
    for program in SystemPrograms(environment, root: root).all(named: "gh") {
      let resolved = (try? program.resolvingLinks()) ?? program
      if resolved.relative(to: project) != nil || program.relative(to: project) != nil { continue }
      let output = try? ChildProcess.output(
        of: program, arguments: ["auth", "token", "--hostname", host], environment: environment,
        limit: 4096)
      if let output { return GitHubToken(String(decoding: output, as: UTF8.self), from: "gh") }
    }
    return nil
  }
}

/// A token. Its description omits the token itself, so that it never reaches a message or a log.
struct GitHubToken: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
  /// The value of the `Authorization` header.
  let authorization: String
  /// Where the token comes from: a variable, or `gh`.
  let origin: String

  /// Returns `nil` if `text` cannot be a token.
  init?(_ text: String, from origin: String) {
    let words = text.split(whereSeparator: \.isWhitespace)
    guard words.count == 1, words[0].utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      return nil
    }
    authorization = "Bearer \(words[0])"
    self.origin = origin
  }

  var description: String { "the token from \(origin)" }
  var customMirror: Mirror { Mirror(self, children: [:]) }
}
