internal import Manifests

/// The aliases of tools and of their versions in a manifest of mise.
///
/// ```toml
/// [tool_alias]
/// node = "github:acme/node"
///
/// [tool_alias.node.versions]
/// stable = "20.15.0"
/// ```
struct MiseAliases {
  /// The names of the tables. `alias` is the older name.
  static let tables: Set = ["alias", "tool_alias"]

  private var backends: [String: String] = [:]
  private var versions: [String: [String: String]] = [:]
  /// The versions that the manifest states, keyed by tool.
  private var stated: [String: Set<String>] = [:]

  /// Reads the aliases of a manifest.
  init(in sections: [TOMLSections.Section]) {
    for entry in sections.flatMap(\.entries) {
      for (path, text) in entry.texts {
        if path.count > 1, path[0] == "tools" { stated[path[1], default: []].insert(text) }
        if let alias = Alias(path) { add(alias, text) }
      }
    }
  }

  private mutating func add(_ alias: Alias, _ text: String) {
    if let version = alias.version {
      versions[alias.tool, default: [:]][version] = text
    } else {
      backends[alias.tool] = text
    }
  }

  /// What an alias stands for: a tool, or a version of one.
  private struct Alias {
    let tool: String
    let version: String?

    /// Returns `nil` if the keys are not those of an alias.
    init?(_ path: [String]) {
      guard path.count > 1, MiseAliases.tables.contains(path[0]) else { return nil }
      var names = path.dropFirst(2)
      if names.count == 2, names.first == "versions" { names.removeFirst() }
      if names.count > 1 { return nil }
      tool = path[1]
      version = names.first
    }
  }

  /// Returns the tool and the version that a statement means.
  func resolved(_ tool: String, _ version: String) -> (tool: String, version: String) {
    (backends[tool] ?? tool, versions[tool]?[version] ?? version)
  }

  /// Returns whether the manifest's tools use all aliases in an entry, so that the entry itself
  /// needs no remark.
  func areUsed(by entry: TOMLEntries.Entry) -> Bool {
    let texts = entry.texts
    return !texts.isEmpty
      && texts.allSatisfy { path, _ in
        guard let alias = Alias(path), let versions = stated[alias.tool] else { return false }
        return alias.version.map(versions.contains) ?? true
      }
  }
}

extension TOMLEntries.Entry {
  /// The strings in the value, each with its full path of keys.
  fileprivate var texts: [(path: [String], text: String)] {
    value.map { Self.texts(of: $0, at: path) } ?? []
  }

  private static func texts(
    of value: TOMLEntries.Value, at path: [String]
  ) -> [(path: [String], text: String)] {
    switch value {
    case .string(let text): [(path, text)]
    case .array(let values): values.flatMap { texts(of: $0, at: path) }
    case .table(let members): members.flatMap { texts(of: $0.value, at: path + $0.key) }
    case .other: []
    }
  }
}
