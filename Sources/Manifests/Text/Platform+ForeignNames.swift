internal import TextSearch
package import Vocabulary

extension Platform {
  /// The words for an operating system, and the beginning of the names of its platforms.
  private static let systems = [
    "linux": "linux", "gnu": "linux", "alpine": "linux", "macos": "macos", "darwin": "macos",
    "osx": "macos", "mac": "macos", "apple": "macos", "windows": "windows", "win": "windows",
    "win32": "windows", "freebsd": "freebsd",
  ]
  /// The words for an architecture.
  private static let architectures = [
    "x64": "x64", "amd64": "x64", "x86": "x64", "intel": "x64", "arm64": "arm64",
    "aarch64": "arm64", "arm": "arm64",
  ]

  /// Returns the platforms that a name in the words of other programs may mean, such as
  /// `linux-amd64`, `Darwin arm64`, or `aarch64-unknown-linux-gnu`. Empty if it means none.
  package static func named(byOthers text: String) -> [Platform] {
    let words = text.lowercased().replacing("x86_64", with: "x64").replacing("x86-64", with: "x64")
      .split { !$0.isLetter && !$0.isNumber }.map(String.init)
    let known = words.map { systems[$0] != nil || architectures[$0] != nil || $0 == "musl" }
    let system = words.lazy.compactMap { systems[$0] }.first
    let architecture = words.lazy.compactMap { architectures[$0] }.first
    // A word that is not known may be a misspelling, or an architecture without a platform.
    guard system != nil || architecture != nil,
      architecture != nil || known.allSatisfy({ $0 })
    else { return [] }
    let isMusl = words.contains("musl") || words.contains("alpine")
    return allCases.filter { platform in
      let parts = platform.rawValue.split(separator: "-").map(String.init)
      return parts[0] == system ?? parts[0] && parts[1] == architecture ?? parts[1]
        && parts.contains("musl") == isMusl
    }
  }
}
