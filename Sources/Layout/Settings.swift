package import Filesystem

/// The user's settings, read from `key value` lines in the root's `config`.
///
/// A `#` at the start of a word begins a comment. Most keys take one value. `system-version` takes
/// two, and `build-variable` and `idiomatic` take any number. Other lines are ignored, and so is a
/// value that should be an integer but is not. A number out of range becomes the nearest limit. If
/// a key occurs more than once, the last line wins, but the lines of `registry` and of mirrors add
/// up, and each tool of `system-version` and each variable of `build-variable` has a line of its
/// own. Unknown keys belong to sources or to other versions of bootstrap.
package struct Settings: Hashable, Sendable {
  /// The registries that define the tools of pins, in the order in which they are searched
  /// (`registry /etc/bootstrap/registry.rb`). A Toolfile never uses them.
  package var registries: [String] = []
  /// The maximum number of simultaneous downloads, from 1 to 64 (`jobs 8`).
  package var jobs = 8

  /// The number of seconds without data after which a transfer is retried, from 1 to 600
  /// (`timeout 30`).
  package var timeout = 30

  /// The minimum speed of all downloads together in bytes per second, averaged over a minute, from
  /// 0, which turns the limit off, to 1,000,000 (`minimum-speed 4000`).
  package var minimumSpeed = 4000

  /// Whether `exec` and shims install a pinned version that is missing (`install-on-exec on`).
  package var installsOnExec = false

  /// The programs to ask for the versions of tools that a project leaves to the system, by tool
  /// (`system-version ruby /usr/bin/ruby`). A path that is not absolute is ignored.
  package var systemPrograms: [String: FilePath] = [:]

  /// The compiler variables for builds from source, by name (`build-variable CC clang`). Names that
  /// ``BuildVariable`` does not list are ignored.
  package var buildVariables: [String: String] = [:]

  /// The lines about mirrors and the logins to servers, in their order. `Transport` interprets
  /// them: a line that it cannot interpret is an error, because to ignore it would ask a public
  /// server.
  package private(set) var mirrors: [SettingsText.Entry] = []
  /// The keys of ``mirrors``.
  package static let mirrorKeys: Set = [
    "credential-helper", "mirror", "mirror-host", "mirror-only",
  ]

  /// The files of other version managers that are followed, or the tools for which they are
  /// (`idiomatic .nvmrc python`). `nil` if all are. Empty if none is (`idiomatic off`).
  private var idiomatic: Set<String>?

  /// The values of all other keys.
  private var others: [String: String] = [:]

  /// Creates the default settings.
  package init() {}

  /// The value of a key that belongs to a source, such as `index https://…`, or `nil` if the key
  /// is not set.
  package subscript(key: String) -> String? { others[key] }

  /// Returns whether to follow what another version manager's file, such as `.nvmrc`, says of a
  /// tool. Pass `nil` as `tool` if it is unknown.
  package func follows(_ file: String, tool: String?) -> Bool {
    guard let idiomatic else { return true }
    return idiomatic.contains(file) || tool.map(idiomatic.contains) ?? false
  }

  /// Returns the settings in `root`, or the default settings if its `config` is missing.
  ///
  /// - Throws: ``FileError`` if the file cannot be read or is larger than 1 MiB.
  package static func read(in root: Root) throws(FileError) -> Settings {
    guard let bytes = try root.config.contentsIfPresent(limit: 1 << 20) else { return Settings() }
    return Settings(SettingsText(bytes))
  }

  /// Creates the settings in the text of a `config`.
  package init(_ text: SettingsText) {
    for entry in text.entries {
      if entry.values.count == 2, entry.key == "system-version", entry.values[1].hasPrefix("/") {
        systemPrograms[entry.values[0]] = FilePath(entry.values[1])
      }
      if entry.key == "build-variable", let entry = BuildVariable.entry(entry.values) {
        buildVariables[entry.name] = entry.value
      }
      if entry.key == "idiomatic", !entry.values.isEmpty {
        let names = entry.values.flatMap { $0.split(separator: ",").map(String.init) }
        idiomatic = names == ["on"] ? nil : Set(names).subtracting(["off"])
        others["idiomatic"] = entry.values.joined(separator: " ")
        continue
      }
      if Self.mirrorKeys.contains(entry.key) {
        mirrors.append(entry)
        continue
      }
      guard entry.values.count == 1 else { continue }
      let value = entry.values[0]
      switch entry.key {
      case "install-on-exec": installsOnExec = value == "on"
      case "registry": registries.append(value)
      case "jobs": jobs = Int(value).map { min(max(1, $0), 64) } ?? jobs
      case "timeout":
        timeout = Int(value).map { min(max(1, $0), 600) } ?? timeout
      case "minimum-speed":
        minimumSpeed =
          Int(value).map { min(max(0, $0), 1_000_000) } ?? minimumSpeed
      default: others[entry.key] = value
      }
    }
  }
}
