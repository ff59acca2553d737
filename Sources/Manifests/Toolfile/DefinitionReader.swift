internal import Diagnostics
internal import Versions
internal import Vocabulary

/// A reader of the lines of one `define` block.
struct DefinitionReader {
  private let name: ToolName
  private let origin: Origin
  private var summary: String?
  private var home: String?
  private var aliases: [String] = []
  private var platforms: [Platform]?
  private var executables: [Conditional<[Toolfile.Executable]>] = []
  private var scheme: VersionScheme?
  private var needs: [Conditional<Located<ToolNeed>>] = []
  private var packages: [PackageRule] = []
  private var guests: [GuestRule] = []
  private var options: [Toolfile.Option] = []
  /// The lines of the words that may occur only once.
  private var lineOfWord: [String: Int] = [:]

  init(_ name: ToolName, origin: Origin) {
    self.name = name
    self.origin = origin
  }

  /// Reads a line, or reports its problems to `reader`.
  mutating func read(_ line: ToolfileStatement, _ reader: inout ToolfileReader) {
    if line.block != nil || ToolfileParser.blockWords.contains(line.word) {
      return reader.report(.blockInDefinition(word: line.word), at: line.position)
    }
    switch DefinitionWord(rawValue: line.word) {
    case .executables:
      let condition = readCondition(line, &reader)
      guard let value = value(of: line) else { return reader.reportMissing(.value, line) }
      // Without values, the keys are names of executables.
      if !line.values.isEmpty { reader.rejectOptions(of: line, except: Self.conditionKeys) }
      executables.append(Conditional(reader.readExecutables(value), if: condition))
    case .needs:
      let condition = readCondition(line, &reader)
      reader.rejectOptions(of: line, except: Self.conditionKeys)
      readNeed(line, condition, &reader)
    case let word?: readFact(word, line, &reader)
    case nil:
      let condition = readCondition(line, &reader)
      guard let value = value(of: line) else { return reader.reportMissing(.value, line) }
      add(ToolfileKey(name: line.word, position: line.position), value, condition, reader)
      // `versions "https://…", links: "name_{version}"` states two options.
      if line.values.isEmpty { return }
      for entry in entries(of: line) { add(entry.key, entry.value, condition, reader) }
    }
  }

  /// Reads a line that applies to every version.
  private mutating func readFact(
    _ word: DefinitionWord, _ line: ToolfileStatement, _ reader: inout ToolfileReader
  ) {
    // The keys of this word are names of executables.
    if word != .packages { reader.rejectOptions(of: line) }
    if let first = lineOfWord[line.word] {
      reader.report(.duplicateStatement(word: line.word, line: first), at: line.position)
    } else {
      lineOfWord[line.word] = line.position.line
    }
    guard let first = line.values.first else { return reader.reportMissing(.value, line) }
    switch word {
    case .summary, .home, .scheme: reader.rejectValues(after: 1, of: line)
    case .aliases, .executables, .platforms, .needs, .packages, .guests: break
    }
    switch word {
    case .summary: summary = reader.readText(first, of: line.word)
    case .home:
      home = reader.readText(first, of: line.word, expected: .address)
      if let home, !Self.isWebAddress(home) { reader.report(.webAddress(home), at: first.position) }
    case .aliases: aliases = line.values.compactMap { reader.readText($0, of: line.word) }
    case .platforms: platforms = reader.readPlatforms(line.values, of: line.word)
    case .packages: packages = readPackageRules(line, &reader)
    case .guests: guests = line.values.compactMap { readGuestRule($0, of: line.word, &reader) }
    case .executables, .needs: break
    case .scheme:
      guard let text = reader.readText(first, of: line.word) else { return }
      scheme = VersionScheme(rawValue: text)
      if scheme == nil {
        let known = VersionScheme.allCases.map(\.rawValue)
        reader.report(.scheme(text, known: known), at: first.position)
      }
    }
  }

  /// Reads `packages "NPM_CONFIG_PREFIX", npm: ["-g", "--global"]`.
  private func readPackageRules(
    _ line: ToolfileStatement, _ reader: inout ToolfileReader
  ) -> [PackageRule] {
    var rules: [PackageRule] = []
    for value in line.values {
      if case .string(let text) = value.content, let rule = PackageRule(variable: text) {
        rules.append(rule)
      } else {
        reader.reportWrong(value, of: line.word, expected: .packageVariable)
      }
    }
    for argument in line.arguments {
      guard let key = argument.key, let executable = ExecutableName(key.name) else { continue }
      var values = [argument.value]
      if case .array(let list) = argument.value.content { values = list }
      for value in values {
        if case .string(let text) = value.content,
          let rule = PackageRule(argument: text, of: executable)
        {
          rules.append(rule)
        } else {
          reader.reportWrong(value, of: key.name, expected: .stringOrStrings)
        }
      }
    }
    return rules
  }

  /// Reads `"java"`, `"temurin-{version}"`, or `"lts/iron=20"`.
  private func readGuestRule(
    _ value: ToolfileValue, of word: String, _ reader: inout ToolfileReader
  ) -> GuestRule? {
    if case .string(let text) = value.content, let rule = GuestRule(line: text) { return rule }
    reader.reportWrong(value, of: word, expected: .guestRule)
    return nil
  }

  private static func isWebAddress(_ text: String) -> Bool {
    ["https://", "http://"].contains { text.hasPrefix($0) } && ArtifactURL(text) != nil
  }

  private mutating func add(
    _ key: ToolfileKey, _ value: ToolfileValue, _ condition: VersionCondition,
    _ reader: ToolfileReader
  ) {
    options.append(
      Toolfile.Option(
        key: key.name, value: Toolfile.Value(value), if: condition,
        origin: reader.origin(key.position)))
  }

  /// The keys of the options that state a condition on versions.
  private static let conditionKeys = ["from", "until"]

  /// Reads `from:` and `until:`.
  private func readCondition(
    _ line: ToolfileStatement, _ reader: inout ToolfileReader
  ) -> VersionCondition {
    var untilPosition = line.position
    var bounds: [String: VersionText] = [:]
    for argument in line.arguments {
      guard let key = argument.key, Self.conditionKeys.contains(key.name) else { continue }
      guard case .string(let text) = argument.value.content,
        let version = VersionCondition.bound(text)
      else {
        reader.reportWrong(argument.value, of: key.name, expected: .version)
        continue
      }
      bounds[key.name] = version
      if key.name == "until" { untilPosition = argument.value.position }
    }
    let condition = VersionCondition(from: bounds["from"], until: bounds["until"])
    if let from = bounds["from"], let until = bounds["until"], condition.isContradiction {
      reader.report(.neverCounts(from: from, until: until), at: untilPosition)
    }
    return condition
  }

  /// Returns the arguments of a line that have keys, without the condition.
  private func entries(of line: ToolfileStatement) -> [ToolfileMapEntry] {
    line.arguments.compactMap { argument in
      guard let key = argument.key, !Self.conditionKeys.contains(key.name) else { return nil }
      return ToolfileMapEntry(key: key, value: argument.value)
    }
  }

  /// Returns the value of a line: its only value, a list of its values, or, if it has none, a map
  /// of its arguments with keys. Returns `nil` if the line has no arguments.
  private func value(of line: ToolfileStatement) -> ToolfileValue? {
    if let first = line.values.first, let last = line.values.last {
      return line.values.count == 1
        ? first
        : ToolfileValue(content: .array(line.values), position: first.position, end: last.end)
    }
    let entries = entries(of: line)
    guard let first = entries.first, let last = entries.last else { return nil }
    return ToolfileValue(content: .map(entries), position: first.key.position, end: last.value.end)
  }

  /// Reads `needs "node", ">= 18"`.
  private mutating func readNeed(
    _ line: ToolfileStatement, _ condition: VersionCondition, _ reader: inout ToolfileReader
  ) {
    guard let first = line.values.first else { return reader.reportMissing(.toolName, line) }
    guard let tool = reader.readToolName(first) else { return }
    if tool == name { return reader.report(.needsItself(tool), at: first.position) }
    var texts: [String] = []
    for value in line.values.dropFirst() {
      guard case .string(let text) = value.content else {
        return reader.reportWrong(value, of: "needs", expected: .requirement)
      }
      texts.append(text)
    }
    do {
      let requirement = texts.isEmpty ? Requirement.any : try Requirement(parsing: texts)
      let need = ToolNeed(tool, requirement)
      needs.append(Conditional(Located(need, at: reader.origin(line.position)), if: condition))
    } catch {
      let position = line.values[error.textIndex + 1].position
      reader.report(.requirement(texts[error.textIndex], RequirementFault(error)), at: position)
    }
  }

  /// Returns the definition whose lines have been read.
  func finished(_ lines: [ToolfileStatement]) -> Definition {
    var text = "define \(name)\n"
    for line in lines { text += line.canonicalText + "\n" }
    return Definition(
      name, at: origin, summary: summary, home: home, aliases: aliases, platforms: platforms,
      executables: executables, scheme: scheme, needs: needs, packages: packages, guests: guests,
      options: options, digest: SHA256Digest(of: text))
  }
}

extension ToolfileStatement {
  /// The statement without comments and layout, for a digest.
  fileprivate var canonicalText: String {
    let arguments = arguments.map { argument in
      (argument.key.map { "\($0.name): " } ?? "") + argument.value.canonicalText
    }
    return ([word] + arguments).joined(separator: " ")
  }
}

extension ToolfileValue {
  fileprivate var canonicalText: String {
    switch content {
    case .string(let text): quoted(text)
    case .symbol(let name): ":" + name
    case .integer(let number): String(number)
    case .boolean(let isTrue): String(isTrue)
    case .array(let values): "[" + values.map(\.canonicalText).joined(separator: ", ") + "]"
    case .map(let entries):
      "{" + entries.map { "\($0.key.name): \($0.value.canonicalText)" }.joined(separator: ", ")
        + "}"
    }
  }
}
