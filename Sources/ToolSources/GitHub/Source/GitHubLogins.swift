internal import Filesystem

/// The servers that the user has logged in to with `gh`, which lists them in `hosts.yml`.
///
/// ```
/// github.com:
///     user: me
/// ghe.example.com:
///     user: me
/// ```
struct GitHubLogins {
  /// The maximum size in bytes.
  private static let maximumByteCount = 1 << 20

  /// The hosts in lowercase.
  private let hosts: [String]

  /// Reads the list. It is empty if there is none, or if it cannot be read.
  init(_ environment: Environment) {
    let settings =
      environment.path("XDG_CONFIG_HOME") ?? environment.path("HOME")?.appending(".config")
    let folder = environment.path("GH_CONFIG_DIR") ?? settings?.appending("gh")
    let bytes = (try? folder?.appending("hosts.yml").contents(limit: Self.maximumByteCount)) ?? []
    hosts = bytes.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
      .compactMap { line in
        // Keys of the first level start their lines, and quotes are rare around them.
        let key = line.prefix { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "#") }
        guard key.last == UInt8(ascii: ":") else { return nil }
        let name = key.dropLast().filter { $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "'") }
        return String(decoding: name, as: UTF8.self).lowercased()
      }
  }

  func contains(_ host: String) -> Bool { hosts.contains(host) }
}
