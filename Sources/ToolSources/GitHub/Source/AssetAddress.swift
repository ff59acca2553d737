internal import SourceKinds

/// The address of a release's file in the API:
/// `https://api.github.com/repos/OWNER/NAME/releases/assets/7`.
///
/// Unlike a release's address, it also serves the files of private repositories.
struct AssetAddress: Hashable, Sendable {
  let text: String

  private static let folder = ["releases", "assets"]

  /// Creates the address of the file with the number `id`. `api` is the base address of the
  /// server's API, without a trailing slash.
  init(_ id: Int, of repository: RepositoryName, in api: String) {
    text = "\(api)/repos/\(repository)/\(Self.folder.joined(separator: "/"))/\(id)"
  }

  /// Reads an address. Returns `nil` unless it is that of a file of `repository` in the API at
  /// `api`.
  init?(_ text: String, of repository: RepositoryName, in api: String) {
    let start = "\(api)/repos/"
    guard text.prefix(start.count).lowercased() == start.lowercased() else { return nil }
    let parts = text.dropFirst(start.count).split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 5, RepositoryName("\(parts[0])/\(parts[1])") == repository,
      parts[2...3].elementsEqual(Self.folder, by: ==), !parts[4].isEmpty,
      parts[4].utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    self.text = text
  }
}
