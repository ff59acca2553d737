internal import SourceKinds
internal import TextSearch

/// The address of a release's file: `https://github.com/OWNER/NAME/releases/download/TAG/FILE`.
struct ReleaseAddress: Hashable, Sendable {
  /// The address with the names of the owner and the repository as the manifest spells them.
  let text: String

  /// Reads an address and replaces the repository's current name, which may differ after the
  /// repository has moved, with `repository`. Returns `nil` unless `text` is a file of a release on
  /// the server at `web`.
  ///
  /// The server redirects from the earlier name to the current one.
  init?(moving text: String, to repository: RepositoryName, on web: String) {
    guard let (_, file) = Self.parts(of: text, on: web) else { return nil }
    self.text = "\(web)/\(repository)\(Self.folder)\(file)"
  }

  /// Reads an address. Returns `nil` unless it is a file of a release of `repository` on the server
  /// at `web`.
  init?(_ text: String, of repository: RepositoryName, on web: String) {
    guard let (found, _) = Self.parts(of: text, on: web), found == repository else { return nil }
    self.text = text
  }

  /// Returns the repository of a release's file, under its current name, or `nil` if `text` is not
  /// the address of such a file.
  static func repository(of text: String, on web: String) -> RepositoryName? {
    parts(of: text, on: web)?.repository
  }

  private static let folder = "/releases/download/"

  /// Returns the repository and the rest of an address, or `nil` if `text` has another form.
  private static func parts(
    of text: String, on web: String
  ) -> (repository: RepositoryName, file: Substring)? {
    guard text.lowercased().hasPrefix(web.lowercased() + "/"),
      !text.contains(where: { "?#\\".contains($0) })
    else { return nil }
    let path = text.dropFirst(web.count + 1)
    guard let start = path.firstRange(of: folder),
      let repository = RepositoryName(path[..<start.lowerBound])
    else { return nil }
    let file = path[start.upperBound...]
    // A server resolves these components, even if they are encoded.
    let components = file.lowercased().replacing("%2e", with: ".").replacing("%2f", with: "/")
      .split(separator: "/", omittingEmptySubsequences: false)
    guard components.count >= 2, components.allSatisfy({ !["", ".", ".."].contains($0) }) else {
      return nil
    }
    return (repository, file)
  }
}
