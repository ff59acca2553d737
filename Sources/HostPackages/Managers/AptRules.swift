internal import Filesystem
internal import TextSearch
internal import Vocabulary

/// apt, the package manager of Debian, Ubuntu, and others.
struct AptRules: ManagerRules {
  let programs = ["apt-get", "dpkg", "dpkg-query", "apt-cache"]
  let databases = ["/var/lib/dpkg/status"]
  let variables: [String: String?] = ["DEBIAN_FRONTEND": "noninteractive"]

  /// Lists all packages. A query by name would not find the names that packages provide, and one
  /// unknown name would spoil the whole answer.
  func query(_ names: [String]) -> [String] {
    let fields = [
      "db:Status-Status", "db:Status-Eflag", "Package", "Architecture", "Version", "Provides",
    ]
    return [
      "dpkg-query", "-W", "-f", fields.map { "${\($0)}" }.joined(separator: #"\t"#) + #"\n"#,
    ]
  }

  func installed(
    _ names: [String], in lines: [Substring], prefix: FilePath
  ) -> [String: String] {
    let packages = lines.compactMap(Package.init(line:))
    // A name without an architecture means the machine's own, which is dpkg's architecture.
    let native = packages.first { $0.name == "dpkg" }?.architecture ?? "all"
    var versions: [String: String] = [:]
    var provided: [String: String] = [:]
    for package in packages {
      versions["\(package.name):\(package.architecture)"] = package.version
      guard [native, "all"].contains(package.architecture) else { continue }
      versions[package.name] = package.version
      versions["\(package.name):\(native)"] = package.version
      for name in package.provided { provided[name] = package.version }
    }
    return versions.merging(provided) { own, _ in own }.filter { names.contains($0.key) }
  }

  /// A completely installed package.
  private struct Package {
    let name: String
    let architecture: String
    let version: String
    /// The names that it provides, without their versions.
    let provided: [String]

    /// Reads a line that ``query(_:)`` prints. Returns `nil` for a package that is removed or half
    /// installed.
    init?(line: Substring) {
      let fields = line.split(separator: "\t" as Character, omittingEmptySubsequences: false)
      guard fields.count == 6, fields[0] == "installed", fields[1] == "ok" else { return nil }
      name = String(fields[2])
      architecture = String(fields[3])
      version = String(fields[4])
      // `awk, libc-dev (= 2.36)`
      provided = fields[5].split(separator: "," as Character).map { text in
        String(text.drop { $0 == " " }.prefix { $0 != " " })
      }
    }
  }

  /// dpkg keeps a numbered file for each change of a package's state until it has finished all its
  /// work. If such a file remains after an interruption, apt-get refuses to run. dpkg cannot
  /// configure a package whose dependency is not unpacked yet, so apt-get completes the rest.
  func recovery(on machine: HostMachine) -> [[String]] {
    let updates = (try? machine.path("/var/lib/dpkg/updates").entries()) ?? []
    guard updates.contains(where: { $0.utf8.allSatisfy(\.isDigit) }) else { return [] }
    return [
      ["dpkg", "--force-confdef", "--force-confold", "--configure", "--pending"],
      ["apt-get", "install", "--fix-broken", "--yes", "--no-remove"] + Self.keepingConfiguration,
    ]
  }

  /// Modified configuration files stay, which answers the only question that dpkg itself asks.
  private static let keepingConfiguration = [
    "-o", "Dpkg::Options::=--force-confdef", "-o", "Dpkg::Options::=--force-confold",
  ]

  /// Recommended packages are installed, as the distribution intends, unless the machine's
  /// configuration says otherwise.
  ///
  /// `Pattern-Only` keeps apt from reading an unknown name with a dot as a regular expression, and
  /// from installing every match.
  func install(_ names: [String]) -> [String] {
    [
      "apt-get", "install", "--yes", "--no-remove", "--no-upgrade",
      "-o", "APT::Cmd::Pattern-Only=true",
    ] + Self.keepingConfiguration + ["--"] + names
  }

  let refresh: [String]? = ["apt-get", "update"]
  /// An update without news changes only the folder for partial downloads.
  let lists: PackageLists? = PackageLists(
    folder: "/var/lib/apt/lists", containing: "_Packages",
    dated: ["/var/lib/apt/lists", "/var/lib/apt/lists/partial"])
  let allNames: [String]? = ["apt-cache", "pkgnames"]

  let locks: [ManagerLock] = [
    .kernel("/var/lib/dpkg/lock-frontend"), .kernel("/var/lib/dpkg/lock"),
    .kernel("/var/lib/apt/lists/lock"), .kernel("/var/cache/apt/archives/lock"),
  ]
  let lockSigns = [
    "Could not get lock", "Unable to acquire the dpkg frontend lock", "Unable to lock",
  ]
  let networkSigns = [
    "Temporary failure resolving", "Could not resolve", "Could not connect", "Failed to fetch",
    "Connection timed out", "Connection failed", "Unable to connect",
  ]

  func unknownName(in line: String) -> String? {
    text(in: line, after: "E: Unable to locate package ")
      ?? text(in: line, after: "E: Package '", before: "' has no installation candidate")
      ?? text(in: line, after: "E: Couldn't find any package by glob '", before: "'")
      ?? text(in: line, after: "E: Couldn't find any package by regex '", before: "'")
  }

  /// Reads what apt prints for a name that several packages provide:
  ///
  /// ```
  /// Package awk is a virtual package provided by:
  ///   original-awk 1:20220912-2
  ///   mawk 1.3.4.20200120-3.1
  /// ```
  func ambiguousNames(in lines: [String]) -> [(name: String, choices: [String])] {
    lines.indices.compactMap { index in
      guard
        let name = text(
          in: lines[index], after: "Package ", before: " is a virtual package provided by:")
      else { return nil }
      let choices = lines[(index + 1)...].prefix { $0.hasPrefix("  ") }
        .compactMap { $0.split(separator: " ").first.map(String.init) }
      return (name, choices)
    }
  }
}
