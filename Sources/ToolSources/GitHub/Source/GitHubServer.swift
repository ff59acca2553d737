internal import Diagnostics
internal import Filesystem
internal import SourceKinds
internal import Transport

/// A server with repositories: github.com, or an Enterprise server.
struct GitHubServer: Hashable, Sendable {
  /// The address of the API.
  let api: WebAddress
  /// The base address of repositories, without a trailing slash.
  let web: String
  /// The host as people write it, with its port if that is unusual.
  let host: String
  /// Whether this is the server that tools without the option `host` come from.
  let isDefault: Bool
  /// Whether the user has a token that this server does not receive, because only a project names
  /// the server.
  private(set) var isDeniedToken = false

  /// Creates the server that tools without the option `host` come from: github.com, or the server
  /// of the GitHub Actions runner.
  ///
  /// The runner's variables are used only if they name a protected server.
  init(_ environment: Environment) throws(AddressFault) {
    isDefault = true
    host = GitHubKind.publicHost
    if let api = Self.protected(environment.nonEmpty("GITHUB_API_URL")) {
      self.api = api
      let server = Self.protected(environment.nonEmpty("GITHUB_SERVER_URL"))
      web = server.map(Self.withoutSlash) ?? "https://\(GitHubKind.publicHost)"
    } else {
      api = try Self.address(Self.publicAPI)
      web = "https://\(GitHubKind.publicHost)"
    }
  }

  /// Creates the server at `host`, a name with an optional port. Its address uses TLS unless it is
  /// this machine.
  ///
  /// - Throws: ``AddressFault`` if `host` is invalid.
  init(host: String) throws(AddressFault) {
    let name = host.prefix { $0 != ":" }
    let port = host.dropFirst(name.count)
    guard !name.isEmpty, port.isEmpty || UInt16(port.dropFirst()) != nil,
      name.utf8.allSatisfy({ RepositoryName.isAlphanumeric($0) || "-.".utf8.contains($0) })
    else { throw .incomplete }
    let scheme = GitHubKind.scheme(ofHost: host)
    _ = try Self.address("\(scheme)://\(host)")
    web = "\(scheme)://\(host.lowercased())"
    self.host = host.lowercased()
    isDefault = false
    // Servers on ghe.com have a separate host for the API.
    api = try Self.address(
      host.lowercased().hasSuffix(".ghe.com")
        ? "https://api.\(host.lowercased())" : "\(web)/api/v3")
  }

  /// Returns the server of a tool.
  ///
  /// - Parameters:
  ///   - host: The value of the option `host`, or `nil` if the tool has none.
  ///   - address: The address in a `source` statement, or `nil` if there is none.
  /// - Throws: ``AddressFault`` if the host or the address is invalid.
  static func of(
    host: String?, address: String?, _ environment: Environment
  ) throws(AddressFault) -> GitHubServer {
    var host = host
    if host == nil, let address { host = try Self.address(address).site.description }
    guard let host, host.lowercased() != GitHubKind.publicHost else { return try Self(environment) }
    var server = try Self(host: host)
    server.isDeniedToken = GitHubTokens.areWithheld(from: server, environment)
    return server
  }

  /// The host that `gh` keeps the token of this server under. The default server of a runner may
  /// be an Enterprise server, which must not receive the token for github.com.
  var tokenHost: String {
    guard isDefault, apiStart != Self.publicAPI, let address = try? WebAddress(web) else {
      return host
    }
    return address.site.description
  }

  /// The base address of the API, without a trailing slash.
  var apiStart: String { Self.withoutSlash(api) }

  private static let publicAPI = "https://api.\(GitHubKind.publicHost)"

  /// Returns the address that a variable states, or `nil` if it is invalid or not protected.
  private static func protected(_ text: String?) -> WebAddress? {
    guard let text, let address = try? WebAddress(text), address.site.isProtected,
      address.withoutQuery == nil
    else { return nil }
    return try? WebAddress(withoutSlash(address))
  }

  private static func withoutSlash(_ address: WebAddress) -> String {
    let text = address.text
    return String(text.dropLast(text.utf8.reversed().prefix { $0 == UInt8(ascii: "/") }.count))
  }

  private static func address(_ text: String) throws(AddressFault) -> WebAddress {
    do {
      return try WebAddress(text)
    } catch {
      throw AddressFault(error)
    }
  }
}
