internal import JSONText
internal import Synchronization

/// The programs that store the user's passwords, each of which is asked at most once for a server.
///
/// They speak the protocol of Docker's credential helpers: `docker-credential-NAME get` reads the
/// server from its standard input.
package final class CredentialHelpers: Sendable {
  /// Runs the credential helper with this name for a server, and returns the user and the password
  /// that it knows, or `nil` if it knows none.
  package typealias Run =
    @Sendable (_ helper: String, _ site: WebOrigin) async -> (user: String, password: String)?

  private let run: Run
  private let searches = Mutex<[WebOrigin: Task<Credentials?, Never>]>([:])

  init(_ run: @escaping Run) { self.run = run }

  /// Returns the credentials that a helper knows for `site`, or `nil` if it knows none.
  func credentials(for site: WebOrigin, from helper: String) async -> Credentials? {
    let search = searches.withLock { [run] searches in
      let search =
        searches[site]
        ?? Task {
          await run(helper, site).map {
            Credentials(user: $0.user, password: $0.password, site: site)
          }
        }
      searches[site] = search
      return search
    }
    return await search.value
  }

  /// Returns whether `name` can be the end of `docker-credential-NAME`.
  package static func isName(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= 64
      && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) }
  }

  /// Parses the output of a helper, an object with `Username` and `Secret`, or returns `nil` if it
  /// has another form.
  package static func reply(_ output: String) -> (user: String, password: String)? {
    var (user, password): (String?, String?)
    var reader = JSONReader(Array(output.utf8))
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
