internal import Filesystem

/// The index in pip's configuration files.
///
/// The files are read in pip's order (its user guide, "Configuration"): those of the machine, the
/// user, and the active environment, and finally `PIP_CONFIG_FILE`. Later files override earlier
/// ones, and `[install]` overrides `[global]`.
struct PipConfiguration {
  /// An index, and the file that sets it.
  struct Index: Hashable {
    let address: String
    let file: FilePath
  }

  private var global: Index?
  private var install: Index?

  /// The index that pip would use. `nil` if no file sets one.
  var index: Index? { install ?? global }

  /// Reads the files. An unreadable file counts as missing, because the user is not running pip.
  ///
  /// - Parameter machine: The folder that contains the machine's files. It is `/` except in tests.
  init(environment: Environment, machine: FilePath = "/") {
    for file in Self.files(environment: environment, machine: machine) {
      // pip's files have only a few lines.
      if let text = try? file.contents(limit: 1 << 20) { read(text, of: file) }
    }
  }

  /// Returns the files that pip would read, in its order.
  static func files(environment: Environment, machine: FilePath) -> [FilePath] {
    let named = environment.path("PIP_CONFIG_FILE")
    // To pip, the null device means no configuration at all.
    if named == "/dev/null" { return [] }
    let home = environment.path("HOME")
    var files: [FilePath] = []
    #if os(macOS)
      files.append(machine.appending("Library/Application Support/pip/pip.conf"))
    #else
      let shared = environment.nonEmpty("XDG_CONFIG_DIRS") ?? "/etc/xdg"
      files += shared.split(separator: ":").map { machine.appending($0).appending("pip/pip.conf") }
      files.append(machine.appending("etc/pip.conf"))
    #endif
    if let home { files.append(home.appending(".pip/pip.conf")) }
    #if os(macOS)
      let own = home?.appending("Library/Application Support/pip")
      if let own, own.isDirectory {
        files.append(own.appending("pip.conf"))
      } else if let home {
        files.append(home.appending(".config/pip/pip.conf"))
      }
    #else
      if let settings = environment.path("XDG_CONFIG_HOME") ?? home?.appending(".config") {
        files.append(settings.appending("pip/pip.conf"))
      }
    #endif
    if let virtual = environment.path("VIRTUAL_ENV") { files.append(virtual.appending("pip.conf")) }
    if let named { files.append(named) }
    return files
  }

  /// Reads a file in the form of Python's configparser: sections, `key = value` or `key: value`,
  /// and comments on their own lines. Ignores indented lines, which continue a value.
  private mutating func read(_ text: [UInt8], of file: FilePath) {
    var section = ""
    for line in String(decoding: text, as: UTF8.self).split(whereSeparator: \.isNewline) {
      let words = line.trimmingSpace
      if words.hasPrefix("#") || words.hasPrefix(";") { continue }
      if words.hasPrefix("["), let end = words.firstIndex(of: "]") {
        section = String(words[words.index(after: words.startIndex)..<end])
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
