internal import Commands
internal import Cryptography
internal import Diagnostics
internal import Filesystem
internal import Layout
internal import Manifests
internal import Projects
internal import Selection
internal import SourceKinds
internal import Terminal
internal import TextSearch
internal import Transport
internal import Vocabulary

/// `config` where it changes the user's settings, or lists the mirrors of the machine's policy.
enum ConfigCommand: ChangeCommand {
  static let syntax = ConfigListing.syntax

  static func run(_ session: Session) throws(Problem) -> ExitCode {
    let words = session.arguments.positionals
    let action = words.first ?? "list"
    if action == "list" {
      try ConfigListing.list(session, try ChangeContext(session).policy())
      return .success
    }
    guard ["set", "unset"].contains(action) else {
      // `bin/bootstrap` prints one setting itself.
      throw .system(.internalFault("`config` changes nothing here"))
    }
    guard words.count > 1 else { throw .usage(.missingArgument("KEY", command: "config")) }
    let key = try ConfigListing.key(named: words[1])
    let values = Array(words.dropFirst(2))
    let root = session.root
    try mappingFileErrors(try root.makeDirectory())
    let lock = try lock(session)
    var text = try session.settingsText()
    guard text.isEditable else {
      throw .project(
        .file(.unreadable(path: session.formatPath(root.config), reason: "it is not UTF-8 text")))
    }
    let old = text
    if action == "set" {
      try set(key, values, in: &text, session)
    } else {
      try unset(key, values, in: &text, session)
    }
    if text != old {
      let isSecret = values.contains { AddressText.withoutSecrets($0) != $0 }
      try mappingFileErrors(try write(text, to: root.config, isSecret: isSecret))
    }
    _ = consume lock
    session.console.print(
      [], json: .object(["schema": 1, "name": .string(key.name), "changed": .bool(text != old)]))
    return .success
  }

  /// Writes the settings. If the file is new and contains a password, only its owner can read it.
  /// Otherwise, other users of a shared root can also read it.
  private static func write(
    _ text: SettingsText, to config: FilePath, isSecret: Bool
  ) throws(FileError) {
    if isSecret, try !config.isPresent() {
      try config.replaceContents(with: text.bytes, permissions: 0o600)
    } else {
      try config.rewrite(with: text.bytes)
    }
  }

  /// Waits until no other process changes the settings, whose change would be lost otherwise.
  private static func lock(_ session: Session) throws(Problem) -> FileLock {
    do {
      // A change takes milliseconds, but it may have to wait for other changes and for a slow disk.
      return try FileLock.acquire(session.root.configLock, purpose: "config", timeout: .seconds(60))
      {
        _ in
      }
    } catch {
      throw Problem(error)
    }
  }

  private static func set(
    _ key: SettingKey, _ values: [String], in text: inout SettingsText, _ session: Session
  ) throws(Problem) {
    guard !values.isEmpty else { throw .usage(.missingArgument("VALUE", command: "config set")) }
    let values = key.form == .buildVariable ? try words(ofVariable: values) : values
    for value in values
    where value.isEmpty || value.hasPrefix("#") || value.contains("\u{FFFD}")
      || value.contains(where: \.isWhitespace)
      || value.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F })
    {
      throw .usage(.badValue(value, option: key.name, expected: .word))
    }
    let isPair = [.programOfTool, .credentialHelper].contains(key.form)
    if ![.paths, .names, .buildVariable, .groupsOfProject, .mirror, .hosts].contains(key.form),
      values.count > (isPair ? 2 : 1)
    {
      throw .usage(.unexpectedArgument(values[isPair ? 2 : 1], command: "config set"))
    }
    try check(values, ofForm: key, session)
    switch key.form {
    case .number: text.set(key.name, to: [[Int(values[0]).map(String.init) ?? values[0]]])
    case .paths: text.set(key.name, to: values.map { [$0] })
    case .hosts: for value in values { text.set(key.name, of: value, to: [[value]]) }
    case .programOfTool, .buildVariable, .mirror, .credentialHelper:
      text.set(key.name, of: values[0], to: [values])
    case .groupsOfProject:
      let subject = GroupChoice.subject(of: try session.projectFolder())
      text.set(key.name, of: subject, to: [[subject] + GroupChoice(parsing: values).words])
    case .flag, .address, .signatureKey, .names: text.set(key.name, to: [values])
    }
  }

  /// Returns the name of a variable and the words of its value. Also accepts `CFLAGS="-O2 -g"` as a
  /// single word, because a separate `-O2` would be an option of the command.
  private static func words(ofVariable values: [String]) throws(Problem) -> [String] {
    if values.count > 1, values[0].contains("=") {
      throw .usage(.unexpectedArgument(values[1], command: "config set"))
    }
    return BuildVariable.separated(values).flatMap { $0.split(separator: " ").map(String.init) }
  }

  /// Checks that the values have the form of the setting.
  private static func check(
    _ values: [String], ofForm key: SettingKey, _ session: Session
  ) throws(Problem) {
    if let form = expectedForm(of: values[0], key) {
      throw .usage(.badValue(values[0], option: key.name, expected: form))
    }
    switch key.form {
    case .number, .flag, .signatureKey: break
    case .address:
      if let fault = PyPIKind.addressFault(values[0]) {
        throw .usage(.badAddress(option: key.name, fault))
      }
    case .mirror, .credentialHelper: try check(values, ofMirror: key)
    case .hosts: for value in values { try check([value], ofMirror: key) }
    case .paths: for value in values { try check(value, session) }
    case .names: try check(values, of: key, session)
    case .groupsOfProject: try check(GroupChoice(parsing: values), session)
    case .programOfTool:
      guard ToolName(values[0]) != nil else { throw .usage(.badToolName(values[0])) }
      guard values.count > 1 else { throw .usage(.missingArgument("PATH", command: "config set")) }
      guard values[1].hasPrefix("/") else {
        throw .usage(.badValue(values[1], option: key.name, expected: .absolutePath))
      }
    case .buildVariable:
      guard values.count > 1 else {
        throw .usage(.missingArgument("VALUE", command: "config set"))
      }
    }
  }

  /// Returns the form that the first word of a value must have, or `nil` if it has that form, or if
  /// it cannot be judged alone.
  private static func expectedForm(of value: String, _ key: SettingKey) -> ValueForm? {
    switch key.form {
    case .number(let range, _): Int(value).map(range.contains) ?? false ? nil : .number(range)
    case .flag: ["on", "off"].contains(value) ? nil : .oneOf(["on", "off"])
    case .signatureKey: SignatureKey(value) == nil ? .signatureKey : nil
    case .buildVariable:
      BuildVariable.names.contains(value) ? nil : .oneOf(BuildVariable.names)
    default: nil
    }
  }

  /// Checks that the values are those of a mirror.
  private static func check(_ values: [String], ofMirror key: SettingKey) throws(Problem) {
    do {
      _ = try MirrorRules([.init(key.name, values, .user(.commandLine))])
    } catch {
      throw .usage(
        .badValue(
          AddressText.withoutSecrets(error.wrongWord), option: key.name,
          expected: error.expectedForm))
    }
  }

  /// Checks that each value is a file of another version manager or a tool, or that the only value
  /// is `on` or `off`. Several may be separated by commas.
  private static func check(
    _ values: [String], of key: SettingKey, _ session: Session
  ) throws(Problem) {
    if values == ["on"] || values == ["off"] { return }
    // Which tools exist is unknown if a registry cannot be read.
    guard let registries = try? session.registries().registries else { return }
    let installed = try mappingFileErrors(try session.root.installedTools())
    let files = IdiomaticFile.all
    let tools =
      files.compactMap { $0.tool?.description } + installed.map(\.text)
      + registries.flatMap { $0.definitions() }.map(\.name.text)
    let known = Set(files.map(\.name.description) + tools)
    for value in values.flatMap({ $0.split(separator: ",").map(String.init) })
    where !known.contains(value) {
      throw .usage(
        .badValue(
          value, option: key.name,
          expected: .fileOrTool(nearest: nearestNames(to: value, in: known.sorted()))))
    }
  }

  /// Checks that the project has the groups, and that none is both installed and left out.
  private static func check(_ choice: GroupChoice, _ session: Session) throws(Problem) {
    if let group = choice.with.intersection(choice.without).min() {
      throw session.contradiction(group, "without:\(group)")
    }
    let project = try Project.load(
      try session.projectFolder(), in: session.files, session.environment,
      formatPath: session.formatPath)
    let known = project.toolfile.groups.map(\.name)
    if let unknown = choice.names.subtracting((known + [.default]).map(\.text)).min() {
      throw .project(
        .statement(.unknownGroup(unknown, known: nearestFirst(known, to: unknown))))
    }
  }

  /// Checks that the files of a registry can be read. A relative path is relative to the root.
  private static func check(_ registry: String, _ session: Session) throws(Problem) {
    let path = session.root.path.resolving(FilePath(registry))
    do {
      _ = try RegistryFiles(at: path, named: path.string, isUsersOwn: true)
    } catch {
      throw Problem(error, formatPath: session.formatPath)
    }
  }

  /// Removes a key, or only its lines that start with one of `subjects`.
  private static func unset(
    _ key: SettingKey, _ subjects: [String], in text: inout SettingsText, _ session: Session
  ) throws(Problem) {
    if key.form == .groupsOfProject {
      if let word = subjects.first {
        throw .usage(.unexpectedArgument(word, command: "config unset"))
      }
      let subject = GroupChoice.subject(of: try session.projectFolder())
      return text.set(key.name, of: subject, to: [])
    }
    if subjects.isEmpty { return text.set(key.name, to: []) }
    guard key.form.addsUp || key.form.hasSubject else {
      throw .usage(.unexpectedArgument(subjects[0], command: "config unset"))
    }
    for subject in subjects { text.set(key.name, of: subject, to: []) }
  }
}
