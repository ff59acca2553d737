package import Diagnostics
internal import JSONText
internal import Synchronization
internal import TextSearch

/// The programs that store the user's passwords, each of which is asked at most once for a server.
///
/// They speak the protocol of Docker's credential helpers: `docker-credential-NAME get` reads the
/// server from its standard input.
package final class CredentialHelpers: Sendable {
  /// What a helper knows: a user and a password, or `nil` if it knows none.
  package typealias Login = (user: String, password: String)

  /// Runs the credential helper with this name for a server, and returns what it knows.
  package typealias Run =
    @Sendable (_ helper: String, _ site: WebOrigin) async -> Result<Login?, CredentialHelperFault>

  private typealias Search = Task<Result<Credentials?, CredentialHelperFault>, Never>

  private let run: Run
  private let searches = Mutex<[WebOrigin: Search]>([:])

  init(_ run: @escaping Run) { self.run = run }

  /// Returns the credentials that a helper knows for `site`, or `nil` if it knows none.
  ///
  /// - Throws: ``CredentialHelperFault`` if the helper fails.
  func credentials(
    for site: WebOrigin, from helper: String
  ) async throws(CredentialHelperFault) -> Credentials? {
    let search = searches.withLock { [run] searches in
      let search =
        searches[site]
        ?? Task {
          await run(helper, site).map { login in
            login.map { Credentials(user: $0.user, password: $0.password, site: site) }
          }
        }
      searches[site] = search
      return search
    }
    return try await search.value.get()
  }

  /// Returns whether `name` can be the end of `docker-credential-NAME`.
  package static func isName(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= 64
      && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) }
  }

  /// Returns the name of the program of a helper.
  package static func program(named name: String) -> String { "docker-credential-\(name)" }

  /// Returns what a helper says with its exit code and its output.
  ///
  /// - Parameter errors: What the helper printed to standard error.
  package static func login(
    code: Int32, output: [UInt8], errors: [UInt8]
  ) -> Result<Login?, CredentialHelperFault> {
    if code == 0 {
      guard let login = login(in: output) else { return .failure(.unreadable) }
      return .success(login)
    }
    let text = String(decoding: output, as: UTF8.self)
    // The words of the helpers that Docker publishes.
    if text.contains("credentials not found") { return .success(nil) }
    let lines = (text + "\n" + String(decoding: errors, as: UTF8.self)).split(separator: "\n")
    return .failure(.failed(line: lines.last { $0.contains { !$0.isWhitespace } }.map(String.init)))
  }

  /// Parses the output of a helper, an object with `Username` and `Secret`, or returns `nil` if it
  /// has another form.
  private static func login(in output: [UInt8]) -> Login? {
    var (user, password): (String?, String?)
    var reader = JSONReader(output)
    do throws(JSONReader.Failure) {
      try reader.object { reader, key throws(JSONReader.Failure) in
        switch key {
        case "Username": user = try reader.string()
        case "Secret": password = try reader.string()
        default: try reader.skipValue()
        }
      }
    } catch {
      return nil
    }
    guard let user, let password else { return nil }
    return (user, password)
  }
}
