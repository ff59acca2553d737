internal import Filesystem
internal import Layout
internal import Manifests
internal import Projects
internal import SourceKinds
internal import Terminal
internal import Vocabulary

/// The value of a setting that is in force, and where it comes from.
struct ConfigValue {
  let key: SettingKey
  /// The value without credentials, or `nil` if the setting has none.
  let text: String?
  /// The location that sets the value, or `nil` for the default.
  let origin: Origin?
  /// The absolute path of the file that sets the value, or `nil` if none does.
  let file: FilePath?

  /// Returns the values of a key in force: several if each of its lines applies, otherwise one.
  static func values(
    of key: SettingKey, in text: SettingsText, _ session: Session
  ) -> [ConfigValue] {
    if let variable = key.variable, let value = session.environment.nonEmpty(variable) {
      return [
        ConfigValue(key: key, text: shown(value, key), origin: .variable(variable), file: nil)
      ]
    }
    let entries = text.entries.filter { $0.key == key.name && key.accepts($0.values) }
    let applied: [SettingsText.Entry] =
      switch key.form {
      case let form where form.addsUp: entries
      // The last line of each subject applies.
      case .programOfTool, .buildVariable, .credentialHelper:
        entries.enumerated().filter { index, entry in
          !entries[(index + 1)...].contains { $0.values.first == entry.values.first }
        }.map(\.element)
      case .groupsOfProject:
        session.groupsSubject.flatMap { subject in
          entries.last { $0.values.first == subject }.map { [$0] }
        } ?? []
      default: entries.last.map { [$0] } ?? []
      }
    if applied.isEmpty {
      return [ConfigValue(key: key, text: key.defaultText, origin: nil, file: nil)]
    }
    return applied.map { entry in
      // Only the current project's line is shown, so its path would repeat what the user knows.
      let words = key.form == .groupsOfProject ? Array(entry.values.dropFirst()) : entry.values
      let value = key.correction(of: entry.values) ?? words.joined(separator: " ")
      return ConfigValue(
        key: key, text: shown(value, key), origin: session.origin(of: entry),
        file: session.root.config)
    }
  }

  private static func shown(_ value: String, _ key: SettingKey) -> String {
    switch key.form {
    case .address, .paths, .mirror:
      value.split(separator: " ").map { AddressText.withoutSecrets(String($0)) }
        .joined(separator: " ")
    case .number, .flag, .names, .signatureKey, .programOfTool, .buildVariable, .groupsOfProject,
      .hosts, .credentialHelper:
      value
    }
  }

  /// What text shows instead of an origin.
  var noOrigin: String { text == nil ? "not set" : "default" }

  var json: JSON {
    let line: Int? = if case .file(_, let line, _) = origin { line } else { nil }
    return .object([
      "name": .string(key.name), "value": .optional(text),
      "origin": .string(origin?.description ?? "default"), "file": .optional(file?.string),
      "line": line.map { .number($0) } ?? .null,
    ])
  }
}

extension Session {
  /// The word that identifies the project in the lines of ``GroupChoice``, or `nil` if there is no
  /// project.
  package var groupsSubject: String? {
    (try? projectFolder()).map(GroupChoice.subject)
  }
}

extension SettingKey {
  /// The text of the default value, or `nil` if there is none.
  fileprivate var defaultText: String? {
    switch form {
    case .number(_, let number): String(number)
    case .flag: "off"
    case .names: "on"
    case .address(let address): address
    case .signatureKey(let key): key
    case .paths, .programOfTool, .buildVariable, .groupsOfProject, .mirror, .hosts,
      .credentialHelper:
      nil
    }
  }

  /// Returns the value that replaces one that the key cannot have, or `nil` if the value is
  /// valid: the nearest limit of a number, and `off` for anything but `on`.
  package func correction(of values: [String]) -> String? {
    switch form {
    case .number(let range, _):
      guard let number = values.first.flatMap({ Int($0) }), !range.contains(number) else {
        return nil
      }
      return String(min(max(number, range.lowerBound), range.upperBound))
    case .flag: return ["on", "off"].contains(values.first) ? nil : "off"
    case .names, .paths, .address, .signatureKey, .programOfTool, .buildVariable,
      .groupsOfProject, .mirror, .hosts, .credentialHelper:
      return nil
    }
  }

  /// Returns whether the program reads a line with these words. It ignores all others.
  package func accepts(_ values: [String]) -> Bool {
    switch form {
    case .number: values.count == 1 && Int(values[0]) != nil
    case .flag, .paths, .address, .signatureKey, .hosts: values.count == 1
    case .mirror: values.count > 1
    case .credentialHelper: values.count == 2
    case .names: !values.isEmpty
    case .groupsOfProject: values.count > 1
    case .programOfTool: values.count == 2 && values[1].hasPrefix("/")
    case .buildVariable: BuildVariable.entry(values) != nil
    }
  }
}
