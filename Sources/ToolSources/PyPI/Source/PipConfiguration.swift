internal import Filesystem

/// The index that pip's configuration files set. They are parsed here because bootstrap must
/// work without pip.
///
/// The files are read in pip's order (its user guide, "Configuration"): global, user, site (the
/// virtual environment), and finally `PIP_CONFIG_FILE`. Later files override earlier ones, and
/// the section `[install]` overrides `[global]`, in whichever file they occur.
struct PipConfiguration {
  /// An unparsed index address, and the file that sets it.
  struct Index: Hashable {
    let address: String
    let file: FilePath
  }

  /// The last index set in a `[global]` section.
  private var global: Index?
  /// The last index set in an `[install]` section.
  private var install: Index?

  /// The index that pip would use, or `nil` if no file sets one.
  var index: Index? { install ?? global }

  /// Reads the files. Ignores unreadable files, because bootstrap must work without a valid pip
  /// configuration. `systemRoot` is the folder that the paths of pip's global files start from:
  /// `/`, except in tests.
  init(environment: Environment, systemRoot: FilePath = "/") {
    for file in Self.files(environment: environment, systemRoot: systemRoot) {
      // A configuration file has only a few lines. Only a damaged file exceeds the limit of 1 MiB.
      if let text = try? file.contents(limit: 1 << 20) { read(text, of: file) }
    }
  }

  /// Returns the paths of the files that pip would read, in pip's order. Not all of them need
  /// to exist.
  static func files(environment: Environment, systemRoot: FilePath) -> [FilePath] {
    let configFile = environment.path("PIP_CONFIG_FILE")
    // `PIP_CONFIG_FILE=/dev/null` disables all of pip's configuration files.
    if configFile == "/dev/null" { return [] }
    let home = environment.path("HOME")
    var files: [FilePath] = []
    #if os(macOS)
      files.append(systemRoot.appending("Library/Application Support/pip/pip.conf"))
    #else
      let systemFolders = environment.nonEmpty("XDG_CONFIG_DIRS") ?? "/etc/xdg"
      files += systemFolders.split(separator: ":").map {
        systemRoot.appending($0).appending("pip/pip.conf")
      }
      files.append(systemRoot.appending("etc/pip.conf"))
    #endif
    if let home { files.append(home.appending(".pip/pip.conf")) }
    #if os(macOS)
      // pip uses the file in `Library` if that folder exists, otherwise the one in `.config`.
      let userFolder = home?.appending("Library/Application Support/pip")
      if let userFolder, userFolder.isDirectory {
        files.append(userFolder.appending("pip.conf"))
      } else if let home {
        files.append(home.appending(".config/pip/pip.conf"))
      }
    #else
      if let configHome = environment.path("XDG_CONFIG_HOME") ?? home?.appending(".config") {
        files.append(configHome.appending("pip/pip.conf"))
      }
    #endif
    if let environmentRoot = environment.path("VIRTUAL_ENV") {
      files.append(environmentRoot.appending("pip.conf"))
    }
    if let configFile { files.append(configFile) }
    return files
  }

  /// Reads a file in the format of Python's `configparser`: sections, `key = value` or
  /// `key: value`, and comments on their own lines. Ignores indented lines, which continue a value.
  private mutating func read(_ text: [UInt8], of file: FilePath) {
    var section = ""
    for line in String(decoding: text, as: UTF8.self).split(whereSeparator: \.isNewline) {
      let trimmed = line.trimmingSpace
      if trimmed.hasPrefix("#") || trimmed.hasPrefix(";") { continue }
      if trimmed.hasPrefix("["), let end = trimmed.firstIndex(of: "]") {
        section = String(trimmed[trimmed.index(after: trimmed.startIndex)..<end])
        continue
      }
      guard let separator = line.firstIndex(where: { $0 == "=" || $0 == ":" }),
        line.first != " ", line.first != "\t"
      else { continue }
      let key = line[..<separator].trimmingSpace.lowercased()
      let value = line[line.index(after: separator)...].trimmingSpace
      guard key == "index-url" || key == "index_url", !value.isEmpty else { continue }
      let index = Index(address: String(value), file: file)
      switch section {
      case "global": global = index
      case "install": install = index
      default: break
      }
    }
  }
}

extension StringProtocol {
  /// The text without leading and trailing spaces and tabs.
  var trimmingSpace: SubSequence {
    let isSpace = { (character: Character) in character == " " || character == "\t" }
    let start = drop(while: isSpace)
    return start.lastIndex { !isSpace($0) }.map { start[...$0] } ?? start[start.endIndex...]
  }
}
