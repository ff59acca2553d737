internal import Filesystem
internal import TextSearch

/// apk, the package manager of Alpine Linux.
struct APKRules: ManagerRules {
  let programs = ["apk"]
  let databases = ["/lib/apk/db/installed", "/usr/lib/apk/db/installed"]
  let variables: [String: String?] = [:]

  /// Prints a line for each name that is installed or provided, in the order of the names.
  func query(_ names: [String]) -> [String] {
    ["apk", "info", "--installed", "--verbose", "--"] + names
  }

  /// apk exits with the number of names that are not installed.
  func isAnswer(_ code: Int32, to names: [String], _ lines: [Substring]) -> Bool {
    (0...names.count).contains(Int(code))
  }

  func installed(
    _ names: [String], in lines: [Substring], prefix: FilePath
  ) -> [String: String] {
    let packages = lines.compactMap(Self.package)
    var versions: [String: String] = [:]
    var others: [String] = []
    for (name, version) in packages {
      if names.contains(name) { versions[name] = version } else { others.append(version) }
    }
    // A line with a different package is for a name that the package provides. Only if every name
    // has a line is it clear which name.
    let rest = names.filter { versions[$0] == nil }
    if rest.count == others.count {
      for (name, version) in zip(rest, others) { versions[name] = version }
    }
    return versions
  }

  /// Splits `py3-pip-24.0-r2` into name and version.
  private static func package(_ line: Substring) -> (name: String, version: String)? {
    let parts = line.split(separator: "-")
    guard parts.count > 2, parts[parts.count - 1].first == "r" else { return nil }
    return (
      parts.dropLast(2).joined(separator: "-"), parts.suffix(2).joined(separator: "-")
    )
  }

  /// Without `--upgrade`, apk upgrades a package only if a new one needs a newer version of it.
  func install(_ names: [String]) -> [String] { ["apk", "add", "--"] + names }

  let refresh: [String]? = ["apk", "update"]
  let lists: PackageLists? = PackageLists(
    folder: "/var/cache/apk", containing: "APKINDEX", dated: ["/var/cache/apk"])
  let allNames: [String]? = ["apk", "search", "--quiet"]

  let locks: [ManagerLock] = [.kernel("/lib/apk/db/lock"), .kernel("/usr/lib/apk/db/lock")]
  let lockSigns = ["Unable to lock database"]
  let networkSigns = [
    "temporary error (try again later)", "network error", "DNS lookup error",
    "could not connect to server", "network connection aborted", "operation timed out",
  ]

  /// Reads `  foo (no such package):`, or `  foo (missing):` of older versions.
  func unknownName(in line: String) -> String? {
    for sign in [" (no such package):", " (missing):"] where line.hasSuffix(sign) {
      return String(line.dropLast(sign.count).drop { $0 == " " })
    }
    return nil
  }
}
