internal import Filesystem
internal import TextSearch

/// dnf, the package manager of Fedora, Red Hat Enterprise Linux, and others.
struct DNFRules: ManagerRules {
  let programs = ["dnf", "rpm"]
  let databases = ["/usr/lib/sysimage/rpm", "/var/lib/rpm"]
  let variables: [String: String?] = [:]

  /// Lists all packages, because the answer to a query for a provided name does not contain that
  /// name.
  func query(_ names: [String]) -> [String] {
    ["rpm", "-qa", "--qf", #"%{NAME}\t%{ARCH}\t%{VERSION}-%{RELEASE}\t[%{PROVIDENAME} ]\n"#]
  }

  func installed(
    _ names: [String], in lines: [Substring], prefix: FilePath
  ) -> [String: String] {
    var own: [String: String] = [:]
    var provided: [String: String] = [:]
    for line in lines {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
      guard fields.count == 4 else { continue }
      let version = String(fields[2])
      own[String(fields[0])] = version
      own["\(fields[0]).\(fields[1])"] = version
      for name in fields[3].split(separator: " ") { provided[String(name)] = version }
    }
    return own.merging(provided) { own, _ in own }.filter { names.contains($0.key) }
  }

  /// Without `--allowerasing`, dnf removes nothing.
  func install(_ names: [String]) -> [String] {
    ["dnf", "install", "--assumeyes", "--setopt=clean_requirements_on_remove=False"] + names
  }

  /// dnf refreshes old lists itself. This refreshes them even if they are recent.
  let refresh: [String]? = ["dnf", "makecache", "--refresh"]
  let allNames: [String]? = [
    "dnf", "--cacheonly", "--quiet", "repoquery", "--queryformat", #"%{name}\n"#,
  ]

  let locks: [ManagerLock] = [
    .kernel("/usr/lib/sysimage/rpm/.rpm.lock"), .kernel("/var/lib/rpm/.rpm.lock"),
  ]
  let lockSigns = ["Failed to obtain the transaction lock", "can't create transaction lock"]
  let networkSigns = [
    "Failed to download metadata", "Cannot download", "Curl error", "Could not resolve host",
    "No more mirrors to try",
  ]

  func unknownName(in line: String) -> String? {
    text(in: line, after: "No match for argument: ")
  }
}
