internal import Filesystem
internal import TextSearch

/// pacman, the package manager of Arch Linux and others.
struct PacmanRules: ManagerRules {
  let programs = ["pacman"]
  let databases = ["/var/lib/pacman/local"]
  let variables: [String: String?] = [:]

  /// Lists all packages with their fields, which include the names that they provide.
  func query(_ names: [String]) -> [String] { ["pacman", "-Qi"] }

  func installed(
    _ names: [String], in lines: [Substring], prefix: FilePath
  ) -> [String: String] {
    var own: [String: String] = [:]
    var provided: [String: String] = [:]
    var (name, version) = ("", "")
    for line in lines {
      guard let colon = line.firstRange(of: " : ") else { continue }
      let value = line[colon.upperBound...]
      switch line.prefix(while: { $0 != " " }) {
      case "Name": name = String(value)
      case "Version":
        version = String(value)
        own[name] = version
      case "Provides" where value != "None":
        // `sh  libreadline.so=8-64`
        for word in value.split(separator: " ") {
          provided[String(word.prefix { $0 != "=" })] = version
        }
      default: break
      }
    }
    return own.merging(provided) { own, _ in own }.filter { names.contains($0.key) }
  }

  func install(_ names: [String]) -> [String] {
    ["pacman", "-S", "--needed", "--noconfirm", "--noprogressbar", "--"] + names
  }

  // Installing from new lists onto an old system is a partial upgrade, which Arch Linux does not
  // support. So only the user refreshes the lists, by upgrading the system.
  let allNames: [String]? = ["pacman", "-Slq"]

  let locks: [ManagerLock] = [.file("/var/lib/pacman/db.lck")]
  let lockSigns = ["unable to lock database", "could not lock database"]
  let networkSigns = [
    "failed retrieving file", "Could not resolve host", "failed to retrieve some files",
  ]

  func unknownName(in line: String) -> String? {
    text(in: line, after: "error: target not found: ")
  }
}
