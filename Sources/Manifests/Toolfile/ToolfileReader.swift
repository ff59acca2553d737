internal import Diagnostics
internal import Versions
internal import Vocabulary

/// Interprets the statements of a Toolfile.
///
/// Reads as much of every statement as possible, so that one error does not hide others.
struct ToolfileReader {
  /// The settings that enclosing blocks and preceding statements apply to a tool.
  struct Scope {
    var groups: [GroupName] = []
    /// The platforms of the enclosing `on` block, or `nil` if there is none.
    var platforms: [Platform]?
    /// The nearest preceding `source` in this block or an enclosing one.
    var source: Toolfile.SourceReference?
    /// The words that begin the enclosing blocks, outermost first.
    var blocks: [String] = []
  }

  let path: String
  private(set) var platforms: Located<[Platform]>?
  private(set) var cooldown: Located<Cooldown>?
  private(set) var admitsUnknownAge = false
  private(set) var sources: [Toolfile.Source] = []
  private(set) var groups: [Toolfile.Group] = []
  private(set) var tools: [Toolfile.Tool] = []
  private(set) var definitions: [Definition] = []
  private(set) var registries: [Toolfile.RegistryReference] = []
  /// The statements about the machine.
  var machine = ToolfileMachineStatements()
  /// The statements about publishers.
  var publishers = ToolfilePublisherStatements()
  /// Which versions of bootstrap the project can be used with, or `nil` for all.
  private(set) var programRequirement: Located<Requirement>?
  private(set) var problems: [SyntaxProblem] = []
  /// The changes of the text that correct mistakes which people make from habit.
  var corrections: [ToolfileCorrection] = []
  /// The line where each tool is first declared.
  private var lineOfTool: [ToolName: Int] = [:]
  /// The line where each tool is first defined.
  private var lineOfDefinition: [ToolName: Int] = [:]
  /// The lines of statements that may occur only once, by the word that begins them.
  private var lineOfWord: [String: Int] = [:]
  /// The index of each group in ``groups``.
  private var indexOfGroup: [GroupName: Int] = [:]
  /// The address that `source` statements assign to each name.
  private var addressOfSource: [String: Located<String>] = [:]

  init(path: String) { self.path = path }

  /// Reads the statements of a file.
  mutating func read(_ statements: [ToolfileStatement]) {
    var scope = Scope()
    read(statements, &scope)
    reportWrongOrder()
  }

  private mutating func read(_ statements: [ToolfileStatement], _ scope: inout Scope) {
    for statement in statements where problems.count < SyntaxProblems.limit {
      for argument in statement.arguments { rejectSecrets(in: argument.value) }
      switch statement.word {
      case "platforms": readPlatforms(statement, scope)
      case "cooldown": readCooldown(statement, scope)
      case "source": readSource(statement, &scope)
      case "tool": readTool(statement, scope)
      case "group": readGroup(statement, scope)
      case "on": readOn(statement, scope)
      case "define": readDefinition(statement, scope)
      case "registry": readRegistry(statement, scope)
      case "requires_bootstrap": readProgramRequirement(statement, scope)
      case "require_provenance": readRequiredProvenance(statement, scope)
      case "attestation_root": readAttestationRoot(statement, scope)
      case "require_system": readSystemRequirement(statement, scope)
      case "host": readHostPackages(statement, scope)
      case "hook": readHook(statement, scope)
      // After an unfinished `define`, the lines of the definition are left over.
      default:
        report(
          .notPartOfToolfile(statement.word, known: ToolfileParser.statementWords),
          at: statement.position)
      }
    }
  }

  // MARK: - Statements

  private mutating func readPlatforms(_ statement: ToolfileStatement, _ scope: Scope) {
    guard isFirstAtTopLevel(statement, scope) else { return }
    rejectOptions(of: statement)
    let platforms = readPlatforms(statement.values, of: "platforms")
    if statement.values.isEmpty { reportMissing(.platform, statement) }
    self.platforms = Located(platforms, at: origin(statement.position))
  }

  private mutating func readCooldown(_ statement: ToolfileStatement, _ scope: Scope) {
    guard isFirstAtTopLevel(statement, scope) else { return }
    for argument in statement.arguments {
      guard let key = argument.key else { continue }
      if key.name != "unknown" {
        report(
          .unknownOption(word: "cooldown", option: key.name, known: ["unknown"]), at: key.position)
      } else if case .symbol("allow") = argument.value.content {
        admitsUnknownAge = true
      } else {
        reportWrong(argument.value, of: "unknown", expected: .text(":allow"))
      }
    }
    guard let value = statement.values.first else { return reportMissing(.duration, statement) }
    rejectValues(after: 1, of: statement)
    if let cooldown = readDuration(value, of: "cooldown") {
      self.cooldown = Located(cooldown, at: origin(statement.position))
    }
  }

  private mutating func readProgramRequirement(_ statement: ToolfileStatement, _ scope: Scope) {
    guard isFirstAtTopLevel(statement, scope) else { return }
    rejectOptions(of: statement)
    if statement.values.isEmpty { return reportMissing(.requirement, statement) }
    programRequirement = readRequirement(statement.values[...], of: statement.word)
  }

  private mutating func readSource(_ statement: ToolfileStatement, _ scope: inout Scope) {
    guard let first = statement.values.first else { return reportMissing(.sourceName, statement) }
    rejectValues(after: 2, of: statement)
    var address: Located<String>?
    if let second = statement.values.dropFirst().first {
      address = readText(second, of: "source", expected: .address)
        .map { Located($0, at: origin(second.position)) }
    }
    guard let name = readSourceName(first, of: "source") else { return }
    let known = self.address(of: name)
    if let address, let known, address.value != known.value {
      report(.otherAddress(source: name, line: known.origin.line), at: statement.values[1].position)
    }
    addressOfSource[name] = known ?? address
    let statementOrigin = origin(statement.position)
    sources.append(
      Toolfile.Source(
        name: name, address: address, options: options(of: statement), origin: statementOrigin))
    scope.source = Toolfile.SourceReference(
      name: name, address: address?.value ?? known?.value, origin: statementOrigin)
  }

  private mutating func readGroup(_ statement: ToolfileStatement, _ scope: Scope) {
    var inner = scope
    guard enter(statement, &inner) else { return }
    if statement.values.isEmpty { reportMissing(.groupName, statement) }
    let names = readGroupNames(statement.values, of: "group")
    var isOptional = false
    for argument in statement.arguments {
      guard let key = argument.key else { continue }
      if key.name != "optional" {
        report(
          .unknownOption(word: "group", option: key.name, known: ["optional"]), at: key.position)
      } else if case .boolean(let value) = argument.value.content {
        isOptional = value
      } else {
        reportWrong(argument.value, of: "optional", expected: .boolean)
      }
    }
    for name in names { recordGroup(name, isOptional: isOptional, at: statement.position) }
    inner.groups = names
    read(statement.block ?? [], &inner)
  }

  private mutating func readOn(_ statement: ToolfileStatement, _ scope: Scope) {
    var inner = scope
    guard enter(statement, &inner) else { return }
    rejectOptions(of: statement)
    if statement.values.isEmpty { reportMissing(.platform, statement) }
    inner.platforms = readPlatforms(statement.values, of: "on")
    read(statement.block ?? [], &inner)
  }

  private mutating func readTool(_ statement: ToolfileStatement, _ scope: Scope) {
    guard let first = statement.values.first else { return reportMissing(.toolName, statement) }
    let name = readToolName(first)
    if let name {
      if let line = lineOfTool[name] {
        report(.duplicateTool(name, line: line), at: first.position)
      } else {
        lineOfTool[name] = statement.position.line
      }
    }
    var tool = ToolfileToolReader(scope: scope, origin: origin(statement.position))
    tool.readRequirement(statement.values.dropFirst(), after: first.end, &self)
    for argument in statement.arguments {
      guard let key = argument.key else { continue }
      tool.readOption(key, argument.value, &self)
    }
    if let name, let tool = tool.finished(name, at: first.position, &self) { tools.append(tool) }
  }

  private mutating func readRegistry(_ statement: ToolfileStatement, _ scope: Scope) {
    if !scope.blocks.isEmpty {
      return report(.onlyAtTopLevel(word: statement.word), at: statement.position)
    }
    let origin = origin(statement.position)
    guard let first = statement.arguments.first else {
      return reportMissing(.address, statement)
    }
    if statement.arguments.count > 1 {
      report(.extraArgument(word: "registry"), at: statement.arguments[1].value.position)
    }
    guard let text = readText(first.value, of: "registry", expected: .address) else { return }
    let place: Toolfile.RegistryReference.Place =
      first.key.map { .repository(source: $0.name, name: text) } ?? .address(text)
    registries.append(Toolfile.RegistryReference(place: place, origin: origin))
  }

  private mutating func readDefinition(_ statement: ToolfileStatement, _ scope: Scope) {
    if !scope.blocks.isEmpty {
      return report(.onlyAtTopLevel(word: statement.word), at: statement.position)
    }
    guard let first = statement.values.first else { return reportMissing(.toolName, statement) }
    rejectValues(after: 1, of: statement)
    rejectOptions(of: statement)
    guard let name = readToolName(first) else { return }
    if let line = lineOfDefinition[name] {
      return report(.duplicateDefinition(name, line: line), at: first.position)
    }
    lineOfDefinition[name] = statement.position.line
    var definition = DefinitionReader(name, origin: origin(statement.position))
    for line in statement.block ?? [] {
      for argument in line.arguments { rejectSecrets(in: argument.value) }
      definition.read(line, &self)
    }
    definitions.append(definition.finished(statement.block ?? [], &self))
  }

  // MARK: - Blocks and groups

  /// Enters a block.
  ///
  /// - Returns: Whether to read the contents of the block. A block nested in another of its kind is
  ///   reported, and its contents are skipped. A block within another of its kind is
  ///   reported, and its contents are ignored.
  private mutating func enter(_ statement: ToolfileStatement, _ scope: inout Scope) -> Bool {
    if scope.blocks.contains(statement.word) {
      report(.blockInItself(word: statement.word), at: statement.position)
      return false
    }
    scope.blocks.append(statement.word)
    return true
  }

  /// Returns whether a statement is at the top level and occurs for the first time. If not, reports
  /// the statement.
  mutating func isFirstAtTopLevel(_ statement: ToolfileStatement, _ scope: Scope) -> Bool {
    if !scope.blocks.isEmpty {
      report(.onlyAtTopLevel(word: statement.word), at: statement.position)
      return false
    }
    if let line = lineOfWord[statement.word] {
      report(.duplicateStatement(word: statement.word, line: line), at: statement.position)
      return false
    }
    lineOfWord[statement.word] = statement.position.line
    return true
  }

  /// Records a group. As in Bundler, a group is optional if any of its blocks marks it so.
  mutating func recordGroup(_ name: GroupName, isOptional: Bool, at position: SourcePosition) {
    if let index = indexOfGroup[name] {
      let known = groups[index]
      groups[index] = Toolfile.Group(
        name: name, isOptional: known.isOptional || isOptional, origin: known.origin)
    } else {
      indexOfGroup[name] = groups.count
      groups.append(Toolfile.Group(name: name, isOptional: isOptional, origin: origin(position)))
    }
  }

  /// Returns the address that a preceding statement assigns to a source, or `nil` if none does.
  func address(of source: String) -> Located<String>? {
    addressOfSource[source]
  }

  // MARK: - Problems

  /// Returns the origin that messages show for a position.
  func origin(_ position: SourcePosition) -> Origin { position.origin(in: path) }

  mutating func report(_ fault: SyntaxFault, at position: SourcePosition) {
    problems.append(SyntaxProblem(fault, at: origin(position)))
  }

  /// Reports a value that is not of the expected kind.
  mutating func reportWrong(_ value: ToolfileValue, of subject: String, expected: SyntaxElement) {
    report(.wrongValue(of: subject, expected: expected, found: value.element), at: value.position)
    correct(.wrongValue(value, expected: expected))
  }

  /// Records a correction, if there is one.
  mutating func correct(_ correction: ToolfileCorrection?) {
    if let correction { corrections.append(correction) }
  }

  /// Reports that the first argument of a statement is missing.
  mutating func reportMissing(_ element: SyntaxElement, _ statement: ToolfileStatement) {
    report(.missingArgument(word: statement.word, element), at: statement.position)
  }

  /// Reports the first value after `count` values, if there is one.
  mutating func rejectValues(after count: Int, of statement: ToolfileStatement) {
    guard let extra = statement.values.dropFirst(count).first else { return }
    report(.extraArgument(word: statement.word), at: extra.position)
  }

  /// Reports every option of a statement that takes none.
  mutating func rejectOptions(of statement: ToolfileStatement, except known: [String] = []) {
    for case let key? in statement.arguments.map(\.key) where !known.contains(key.name) {
      report(
        .unknownOption(word: statement.word, option: key.name, known: known), at: key.position)
    }
  }

  /// Returns the options of a statement in the order of the file.
  private func options(of statement: ToolfileStatement) -> [Toolfile.Option] {
    statement.arguments.compactMap { argument in
      argument.key.map { option($0, argument.value) }
    }
  }

  /// Returns an option with its origin.
  func option(_ key: ToolfileKey, _ value: ToolfileValue) -> Toolfile.Option {
    Toolfile.Option(key: key.name, value: Toolfile.Value(value), origin: origin(key.position))
  }
}
