/// The profile in the `METADATA` file of a wheel, whose fields have the form of mail headers.
/// Ignores the name, because many wheels spell the name of their package differently.
struct WheelMetadata: Hashable, Sendable {
  /// The maximum size of the file in bytes. Its body is the project's whole description.
  static let maximumSize = 4 << 20

  let profile: PackageProfile

  /// Reads the text of the file. Fields of another form are skipped.
  init(_ bytes: [UInt8]) {
    var profile = PackageProfile()
    /// The addresses of the project, with how well each serves as its home.
    var pages: [(rank: Int, address: String)] = []
    let text = String(decoding: bytes, as: UTF8.self)
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      // An empty line ends the fields.
      if line.isEmpty { break }
      guard let colon = line.firstIndex(of: ":") else { continue }
      let value = line[line.index(after: colon)...].drop { $0 == " " }
      switch line[..<colon].lowercased() {
      case "summary" where value != "UNKNOWN": profile.summary = String(value)
      case "home-page": pages.append((0, String(value)))
      case "project-url":
        let parts = value.split(separator: ",", maxSplits: 1)
        guard parts.count == 2, let rank = Self.labels.firstIndex(of: parts[0].lowercased()) else {
          continue
        }
        pages.append((rank + 1, String(parts[1].drop { $0 == " " })))
      default: break
      }
    }
    profile.home =
      pages.filter { PackageProfile.isHome($0.address) }.min { $0.rank < $1.rank }?.address
    self.profile = profile
  }

  /// The labels of addresses that can be the home of a project, best first.
  private static let labels = ["homepage", "home", "repository", "source", "source code", "github"]

  /// Returns whether `path` has the form `NAME-VERSION.dist-info/METADATA`.
  static func isMetadata(_ path: String) -> Bool {
    path.hasSuffix(".dist-info/METADATA") && path.utf8.count { $0 == UInt8(ascii: "/") } == 1
  }
}
