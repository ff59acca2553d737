internal import Filesystem
internal import TextSearch

/// Homebrew, the package manager of macOS, which also runs on Linux.
struct BrewRules: ManagerRules {
  let programs = ["brew"]
  let variables = homebrewVariables

  func query(_ names: [String]) -> [String] { ["brew", "list", "--formula", "--versions"] }

  /// If nothing is installed, Homebrew prints nothing and can exit with 1.
  func isAnswer(_ code: Int32, to names: [String], _ lines: [Substring]) -> Bool {
    code == 0 || code == 1 && lines.isEmpty
  }

  /// Each line lists the versions of a formula, the newest last. An alias, such as `python` for
  /// `python@3.13`, is a link in `opt` to the folder of a version.
  func installed(
    _ names: [String], in lines: [Substring], prefix: FilePath
  ) -> [String: String] {
    let versions = homebrewVersions(in: lines)
    var found: [String: String] = [:]
    for name in names {
      if let version = versions[name] {
        found[name] = version
      } else if let link = try? prefix.appending("opt").appending(name).linkTarget(),
        versions[link.parentDirectory.lastComponent] != nil
      {
        found[name] = link.lastComponent
      }
    }
    return found
  }

  func install(_ names: [String]) -> [String] { ["brew", "install", "--formula", "--"] + names }

  let refresh: [String]? = ["brew", "update"]
  let allNames: [String]? = ["brew", "formulae"]
  let lockSigns = homebrewLockSigns
  let networkSigns = homebrewNetworkSigns

  func unknownName(in line: String) -> String? {
    text(in: line, after: "No available formula with the name \"", before: "\"")
  }
}

/// Homebrew casks: macOS programs as their publishers build them.
struct CaskRules: ManagerRules {
  let programs = ["brew"]
  let variables = homebrewVariables

  func query(_ names: [String]) -> [String] { ["brew", "list", "--cask", "--versions"] }

  /// If nothing is installed, Homebrew prints nothing and can exit with 1.
  func isAnswer(_ code: Int32, to names: [String], _ lines: [Substring]) -> Bool {
    code == 0 || code == 1 && lines.isEmpty
  }

  func installed(
    _ names: [String], in lines: [Substring], prefix: FilePath
  ) -> [String: String] {
    homebrewVersions(in: lines).filter { names.contains($0.key) }
  }

  func install(_ names: [String]) -> [String] { ["brew", "install", "--cask", "--"] + names }

  let refresh: [String]? = ["brew", "update"]
  let allNames: [String]? = ["brew", "casks"]
  let lockSigns = homebrewLockSigns
  let networkSigns = homebrewNetworkSigns

  func unknownName(in line: String) -> String? {
    text(in: line, after: "Cask '", before: "' is unavailable: No Cask with this name exists")
  }
}

/// The Mac App Store, through the program `mas`. Names are app numbers.
struct MASRules: ManagerRules {
  let programs = ["mas"]
  let variables: [String: String?] = [:]

  func query(_ names: [String]) -> [String] { ["mas", "list"] }

  func isAnswer(_ code: Int32, to names: [String], _ lines: [Substring]) -> Bool {
    code == 0 || lines.contains { $0.contains("No installed apps found") }
  }

  /// Reads `497799835  Xcode  (15.4)`.
  func installed(
    _ names: [String], in lines: [Substring], prefix: FilePath
  ) -> [String: String] {
    var versions: [String: String] = [:]
    for line in lines {
      let words = line.split(separator: " ")
      guard let number = words.first, names.contains(String(number)), let last = words.last
      else { continue }
      versions[String(number)] = String(last.drop { $0 == "(" }.prefix { $0 != ")" })
    }
    return versions
  }

  func install(_ names: [String]) -> [String] { ["mas", "install"] + names }

  let networkSigns = ["The Internet connection appears to be offline", "NSURLErrorDomain"]

  func unknownName(in line: String) -> String? {
    text(in: line, after: "No apps found in the Mac App Store for ADAM ID ")
      ?? text(in: line, after: "No app found for ADAM ID ")
  }
}

/// Variables that keep Homebrew from asking, and from updating, upgrading, or removing anything
/// else.
private let homebrewVariables: [String: String?] = [
  "HOMEBREW_NO_AUTO_UPDATE": "1", "HOMEBREW_NO_INSTALL_UPGRADE": "1",
  "HOMEBREW_NO_INSTALL_CLEANUP": "1", "HOMEBREW_NO_ENV_HINTS": "1", "HOMEBREW_NO_COLOR": "1",
  "HOMEBREW_NO_EMOJI": "1", "NONINTERACTIVE": "1", "HOMEBREW_ASK": nil, "HOMEBREW_COLOR": nil,
]

private let homebrewLockSigns = [
  "Another active Homebrew", "Operation already in progress", "has already locked",
]

private let homebrewNetworkSigns = [
  "Could not resolve host", "Failed to connect to", "Couldn't connect to server",
  "Connection timed out", "Download failed",
]

/// Reads `git 2.44.0 2.45.1`, with the newest version last.
private func homebrewVersions(in lines: [Substring]) -> [String: String] {
  var versions: [String: String] = [:]
  for line in lines {
    let words = line.split(separator: " ")
    if words.count > 1, let last = words.last { versions[String(words[0])] = String(last) }
  }
  return versions
}
