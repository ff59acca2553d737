internal import Filesystem

/// The index that pip's configuration files name, read in pip's order (its user guide, "Configuration"): the machine's, the
/// user's, the active environment's, and last the one in `PIP_CONFIG_FILE`. A later file wins; what stands under `[install]` wins
/// over what stands under `[global]`.
struct PipConfiguration {
  struct Index: Hashable {
    let address: String
    let file: FilePath
  }

  private var global: Index?
  private var install: Index?

  /// nil where no file names one.
  var index: Index? { install ?? global }

  /// - Parameter machine: The folder that the machine's own files are below, `/` but in tests.
  /// Files that cannot be read count as missing: pip is not what the user is running.
  init(environment: Environment, machine: FilePath = "/") {
    for file in Self.files(environment: environment, machine: machine) {
      // pip's own files are a few lines.
      if let text = try? file.contents(limit: 1 << 20) { read(text, of: file) }
    }
  }

  /// The files that pip would read, in its order.
  static func files(environment: Environment, machine: FilePath) -> [FilePath] {
    let named = environment.path("PIP_CONFIG_FILE")
    // The null device there means: no configuration at all.
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

  /// Python's configparser: sections, `key = value` or `key: value`, comments of whole lines; what is indented continues.
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
