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
  private var oldest: OfferLimit?
  private var until: OfferLimit?
  private var scheme: VersionScheme?
  private var needs: [Conditional<Located<ToolNeed>>] = []
  private var packages: [PackageRule] = []
  private var versionCommand: [String] = []
  private var publisher = DefinedPublisher()
  private var guests: [GuestRule] = []
  private var foreignPackages: [ForeignPackage] = []
  private var source: DefinitionSourceReader
  private var alternatives: [Definition.Source] = []
  /// The lines of the words that may occur only once.
  private var lineOfWord: [String: Int] = [:]

  init(_ name: ToolName, origin: Origin) {
    self.name = name
    self.origin = origin
    source = DefinitionSourceReader(at: origin)
  }

  /// Reads a line, or reports its problems to `reader`.
  mutating func read(_ line: ToolfileStatement, _ reader: inout ToolfileReader) {
    if line.word == ToolfileParser.alternativeWord { return readAlternative(line, &reader) }
    if line.block != nil || ToolfileParser.blockWords.contains(line.word) {
      return reader.report(.blockInDefinition(word: line.word), at: line.position)
    }
    switch DefinitionWord(rawValue: line.word) {
    case .executables:
      let condition = line.readCondition(&reader)
      guard let value = line.valueOfDefinition else { return reader.reportMissing(.value, line) }
      // Without values, the keys are names of executables.
      if !line.values.isEmpty {
        reader.rejectOptions(of: line, except: ToolfileStatement.conditionKeys)
      }
      executables.append(Conditional(reader.readExecutables(value), if: condition))
    case .needs:
      let condition = line.readCondition(&reader)
      reader.rejectOptions(of: line, except: ToolfileStatement.conditionKeys)
      readNeed(line, condition, &reader)
    case nil, .needsHost, .part, .patch: source.read(line, &reader)
    case let word?: readFact(word, line, &reader)
    }
  }

  /// Reads a block `otherwise do … end`, which states another source.
  private mutating func readAlternative(
    _ line: ToolfileStatement, _ reader: inout ToolfileReader
  ) {
    reader.rejectValues(after: 0, of: line)
    reader.rejectOptions(of: line)
    var alternative = DefinitionSourceReader(at: reader.origin(line.position))
    for inner in line.block ?? [] {
      for argument in inner.arguments { reader.rejectSecrets(in: argument.value) }
      let word = DefinitionWord(rawValue: inner.word)
      if inner.block != nil || !(word?.isOfSource ?? true) {
        reader.report(.notInAlternative(word: inner.word), at: inner.position)
      } else {
        alternative.read(inner, &reader)
      }
    }
    alternatives.append(alternative.finished(&reader))
  }

  /// Reads a line that applies to every version.
  private mutating func readFact(
    _ word: DefinitionWord, _ line: ToolfileStatement, _ reader: inout ToolfileReader
  ) {
    checkForm(of: line, word, &reader)
    switch word {
    case .publisher: return publisher.expectation = reader.readPublisher(line)
    case .knownAs, .renumberedAs:
      return foreignPackages += reader.readForeignPackages(line, areNumbered: word == .knownAs)
    default: break
    }
    guard let first = line.values.first else { return reader.reportMissing(.value, line) }
    switch word {
    case .summary: summary = reader.readText(first, of: line.word)
    case .home:
      home = reader.readText(first, of: line.word, expected: .address)
      if let home, !Self.isWebAddress(home) { reader.report(.webAddress(home), at: first.position) }
    case .aliases: aliases = line.values.compactMap { reader.readText($0, of: line.word) }
    case .platforms: platforms = reader.readPlatforms(line.values, of: line.word)
    case .packages: packages = readPackageRules(line, &reader)
    case .guests: guests = line.values.compactMap { readGuestRule($0, of: line.word, &reader) }
    case .oldest: oldest = readLimit(first, line, &reader)
    case .before: until = readLimit(first, line, &reader)
    case .versionCommand: versionCommand = readVersionCommand(line, &reader)
    case .requireProvenance:
      publisher.requiredProvenance = reader.readProvenance(first, of: line.word)
    case .minisign: publisher.minisignKey = reader.readMinisignKey(first, of: line.word)
    case .scheme: readScheme(first, &reader)
    case .executables, .needs, .needsHost, .part, .patch, .publisher, .knownAs, .renumberedAs: break
    }
  }

  /// Checks that a line that applies to every version is the first of its word and has only the
  /// options and values that the word takes.
  private mutating func checkForm(
    of line: ToolfileStatement, _ word: DefinitionWord, _ reader: inout ToolfileReader
  ) {
    switch word {
    // The keys of `packages` are names of executables, and the other words check their own.
    case .packages, .publisher, .knownAs, .renumberedAs: break
    case .oldest, .before: reader.rejectOptions(of: line, except: [Self.reasonKey])
    default: reader.rejectOptions(of: line)
    }
    if let first = lineOfWord[line.word] {
      reader.report(.duplicateStatement(word: line.word, line: first), at: line.position)
    } else {
      lineOfWord[line.word] = line.position.line
    }
    switch word {
    case .summary, .home, .oldest, .before, .scheme, .requireProvenance, .minisign:
      reader.rejectValues(after: 1, of: line)
    case .knownAs, .renumberedAs: reader.rejectValues(after: 0, of: line)
    case .aliases, .executables, .platforms, .needs, .needsHost, .packages, .guests, .part, .patch,
      .publisher, .versionCommand:
      break
    }
  }

  /// Reads the value of `scheme "semver"`.
  private mutating func readScheme(_ value: ToolfileValue, _ reader: inout ToolfileReader) {
    guard let text = reader.readText(value, of: DefinitionWord.scheme.rawValue) else { return }
    scheme = VersionScheme(rawValue: text)
    if scheme == nil {
      let known = VersionScheme.allCases.map(\.rawValue)
      reader.report(.scheme(text, known: known), at: value.position)
    }
  }

  /// The key of the option that states why a definition limits the versions.
  private static let reasonKey = "because"

  /// Reads `oldest "3.1.0", because: "earlier versions need OpenSSL 1.1"`, or a `before` line of
  /// the same form.
  private func readLimit(
    _ value: ToolfileValue, _ line: ToolfileStatement, _ reader: inout ToolfileReader
  ) -> OfferLimit? {
    guard case .string(let text) = value.content, let version = VersionText(text),
      VersionScheme.allCases.contains(where: {
        (try? Version(parsing: version.text, scheme: $0)) != nil
      })
    else {
      reader.reportWrong(value, of: line.word, expected: .version)
      return nil
    }
    let stated = line.arguments.first { $0.key?.name == Self.reasonKey }
    guard let stated else {
      reader.report(
        .missingArgument(word: line.word, .text("\(Self.reasonKey):")), at: line.position)
      return nil
    }
    return reader.readText(stated.value, of: Self.reasonKey).map {
      OfferLimit(version, because: $0)
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

  /// Reads `version_command "git", "--version"`.
  private func readVersionCommand(
    _ line: ToolfileStatement, _ reader: inout ToolfileReader
  ) -> [String] {
    let words = line.values.compactMap { reader.readText($0, of: line.word) }
    if let first = line.values.first, let program = words.first, ExecutableName(program) == nil {
      reader.reportWrong(first, of: line.word, expected: .programName)
    }
    return words
  }

  private static func isWebAddress(_ text: String) -> Bool {
    ["https://", "http://"].contains { text.hasPrefix($0) } && ArtifactURL(text) != nil
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
  func finished(
    _ lines: [ToolfileStatement], _ reader: inout ToolfileReader
  ) -> Definition {
    let affecting = lines.filter { DefinitionWord(rawValue: $0.word)?.affectsInstallations ?? true }
    let text = "define \(name)\n" + affecting.canonicalText
    return Definition(
      name, at: origin, summary: summary, home: home, aliases: aliases, platforms: platforms,
      executables: executables, oldest: oldest, until: until, scheme: scheme, needs: needs,
      packages: packages, versionCommand: versionCommand, publisher: publisher, guests: guests,
      foreignPackages: foreignPackages, source: source.finished(&reader),
      alternatives: alternatives, digest: SHA256Digest(of: text))
  }
}

extension [ToolfileStatement] {
  /// The statements without comments and layout, one in each line, for a digest.
  fileprivate var canonicalText: String {
    var text = ""
    for statement in self {
      let arguments = statement.arguments.map { argument in
        (argument.key.map { "\($0.name): " } ?? "") + argument.value.canonicalText
      }
      text += ([statement.word] + arguments).joined(separator: " ") + "\n"
      if let block = statement.block { text += block.canonicalText + "end\n" }
    }
    return text
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
