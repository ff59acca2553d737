internal import Diagnostics
internal import Versions
internal import Vocabulary

// The statements that declare what a machine needs.
extension ToolfileReader {
  /// Reads `require_system "git", ">= 2.40"`.
  mutating func readSystemRequirement(_ statement: ToolfileStatement, _ scope: Scope) {
    guard isOutsideGroups(statement, scope) else { return }
    rejectOptions(of: statement)
    guard let first = statement.values.first else { return reportMissing(.toolName, statement) }
    guard let name = readToolName(first) else { return }
    if let line = machine.lineOfSystemRequirement[name] {
      return report(.duplicateName(name.text, line: line), at: first.position)
    }
    machine.lineOfSystemRequirement[name] = statement.position.line
    let texts = statement.values.dropFirst()
    let requirement = readRequirement(texts, of: statement.word, after: first.end)
    if requirement == nil, !texts.isEmpty { return }
    let origin = origin(statement.position)
    machine.systemRequirements.append(
      Toolfile.SystemRequirement(
        name: name, requirement: requirement ?? Located(.any, at: origin),
        platforms: scope.platforms, origin: origin))
  }

  /// Reads `host apt: ["build-essential", "libyaml-dev"], brew: "libyaml"`.
  mutating func readHostPackages(_ statement: ToolfileStatement, _ scope: Scope) {
    guard isOutsideGroups(statement, scope) else { return }
    let known = HostPackageManager.allCases.map(\.rawValue)
    if let value = statement.values.first {
      return reportWrong(value, of: statement.word, expected: .text("apt:"))
    }
    rejectOptions(of: statement, except: known)
    if statement.arguments.isEmpty { return reportMissing(.hostPackages, statement) }
    var names: [HostPackageManager: [String]] = [:]
    for argument in statement.arguments {
      guard let key = argument.key, let manager = HostPackageManager(rawValue: key.name) else {
        continue
      }
      names[manager] = readPackageNames(argument.value, of: manager)
    }
    machine.hostPackages.append(
      Toolfile.HostPackages(
        names: names, platforms: scope.platforms, origin: origin(statement.position)))
  }

  /// Reads package names, and reports duplicates. Names for the Mac App Store are numbers.
  private mutating func readPackageNames(
    _ value: ToolfileValue, of manager: HostPackageManager
  ) -> [String] {
    var names: [String] = []
    for value in value.list {
      let name: String
      switch value.content {
      case .string(let text): name = text
      case .integer(let number) where manager == .mas: name = String(number)
      default:
        reportWrong(value, of: manager.rawValue, expected: .hostPackages)
        continue
      }
      if name.isEmpty {
        report(.emptyValue(of: manager.rawValue), at: value.position)
      } else if !manager.admits(name) {
        report(.hostPackage(name, manager), at: value.position)
      } else if names.contains(name) {
        report(.duplicateValue(of: manager.rawValue, name), at: value.position)
      } else {
        names.append(name)
      }
    }
    return names
  }

  /// Returns whether a statement is outside every `group`, and reports it if not.
  mutating func isOutsideGroups(_ statement: ToolfileStatement, _ scope: Scope) -> Bool {
    if !scope.blocks.contains("group") { return true }
    report(.inGroup(word: statement.word), at: statement.position)
    return false
  }
}
