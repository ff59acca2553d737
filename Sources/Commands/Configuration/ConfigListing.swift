package import Diagnostics
internal import Filesystem
package import Layout
internal import SourceKinds
package import Terminal
internal import TextSearch
package import Trust
package import Vocabulary

/// `config` where it prints the user's settings. `bootstrap-change` changes them, and lists them if
/// the machine's policy names mirrors, whose form only the HTTP client knows.
package enum ConfigListing: ReadOnlyCommand {
  package static let syntax = CommandSyntax(
    "config", "Print or change your settings.", family: .placing,
    arguments: .list(
      placeholder: "[list | get KEY | set KEY VALUE… | unset KEY]", atLeast: 0, atMost: .max),
    details: [
      "Settings are kept in `config` in the root. Keys: "
        + keys.map(\.name).joined(separator: ", ") + ".",
      "The list ends with the rules of the machine's policy, which take precedence.",
    ],
    examples: [
      .init("bootstrap config", "list the settings, and where each comes from"),
      .init("bootstrap config get jobs", "print one value"),
      .init("bootstrap config set install-on-exec on", "install missing versions when they run"),
      .init("bootstrap config set build-variable CC=clang", "build tools from source with clang"),
      .init("bootstrap config set groups docs without:lint", "choose groups of this project"),
      .init("bootstrap config unset install-on-exec", "return to the default"),
    ])

  /// All keys, sorted by name.
  package static let keys: [SettingKey] = {
    let ofSources = SourceCatalog.standard.all.flatMap { kind in
      kind.settings.map { key in
        SettingKey(key, .address(), variable: (kind as? any IndexKind.Type)?.indexVariable)
      }
    }
    return (SettingKey.common + ofSources).sorted { $0.name < $1.name }
  }()

  /// Returns the key with this name.
  ///
  /// - Throws: ``UsageProblem/unknownSetting(_:nearest:known:)`` if there is none.
  package static func key(named name: String) throws(Problem) -> SettingKey {
    if let key = keys.first(where: { $0.name == name }) { return key }
    let names = keys.map(\.name)
    throw .usage(
      .unknownSetting(name, nearest: nearestNames(to: name, in: names), known: names))
  }

  /// Prints the settings. Returns `nil` if `bootstrap-change` must do the work.
  package static func run(_ session: Session) throws(Problem) -> ExitCode? {
    let words = session.arguments.positionals
    switch words.first ?? "list" {
    case "list":
      if words.count > 1 { throw .usage(.unexpectedArgument(words[1], command: "config list")) }
      let policy = try Policy.read()
      if !policy.mirrorRules.isEmpty { return nil }
      try list(session, policy)
      return .success
    case "get":
      guard words.count > 1 else { throw .usage(.missingArgument("KEY", command: "config")) }
      if words.count > 2 { throw .usage(.unexpectedArgument(words[2], command: "config get")) }
      return try get(try key(named: words[1]), session)
    case "set", "unset": return nil
    case let word: throw .usage(.unexpectedArgument(word, command: "config"))
    }
  }

  /// Prints all settings and the rules of the policy.
  package static func list(_ session: Session, _ policy: Policy) throws(Problem) {
    let text = try session.settingsText()
    let settings = keys.flatMap { ConfigValue.values(of: $0, in: text, session) }
    session.console.print(
      rows: settings.map { setting in
        [setting.key.name, setting.text ?? "-", setting.origin.map { "\($0)" } ?? setting.noOrigin]
      }
        + policy.rules.map { rule in
          ["policy", rule.line.text, "\(rule.line.origin)"]
        },
      json: .object([
        "schema": 1, "settings": .array(settings.map(\.json)),
        "policy": .array(policy.rules.map(\.json)),
      ]))
    for (entry, nearest) in unknownEntries(of: text) {
      session.console.report(
        .program(.unknownSetting(entry.key, origin: session.origin(of: entry), nearest: nearest)))
    }
  }

  /// Returns the lines whose keys are unknown, each with similar keys.
  package static func unknownEntries(
    of text: SettingsText
  ) -> [(entry: SettingsText.Entry, nearest: [String])] {
    let names = keys.map(\.name)
    return text.entries.filter { !names.contains($0.key) }.map {
      ($0, nearestNames(to: $0.key, in: names))
    }
  }

  private static func get(_ key: SettingKey, _ session: Session) throws(Problem) -> ExitCode {
    let text = try session.settingsText()
    let values = ConfigValue.values(of: key, in: text, session)
    // A policy that cannot be used is no obstacle to reading a setting.
    if let policy = try? Policy.read() {
      for entry in text.entries where entry.key == key.name {
        guard let rule = policy.line(overruling: entry) else { continue }
        let line = ([entry.key] + entry.values).joined(separator: " ")
        session.console.report(
          .program(.overruledSetting(line, origin: session.origin(of: entry), by: rule)))
      }
    }
    session.console.print(
      values.compactMap(\.text),
      json: .object(["schema": 1, "settings": .array(values.map(\.json))]))
    return values.contains { $0.text != nil } ? .success : .failure
  }
}

extension Session {
  /// Returns the text of the user's `config`, which may be missing.
  package func settingsText() throws(Problem) -> SettingsText {
    let path = root.config
    return SettingsText(
      try mappingFileErrors { () throws(FileError) in
        try path.contentsIfPresent(limit: 1 << 20)
      } ?? [])
  }

  /// Returns the location of an entry, as messages show it.
  package func origin(of entry: SettingsText.Entry) -> Origin {
    .file(formatPath(root.config), line: entry.line)
  }
}

extension PolicyRule {
  fileprivate var json: JSON {
    .object([
      "rule": .string(line.text), "file": .string(line.path), "line": .number(line.number),
    ])
  }
}
