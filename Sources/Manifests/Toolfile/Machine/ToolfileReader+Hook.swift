internal import Diagnostics
internal import Vocabulary

// The hooks, which `bootstrap setup` runs.
extension ToolfileReader {
  /// Reads `hook "hooks-path", run: "git config core.hooksPath .githooks"`.
  mutating func readHook(_ statement: ToolfileStatement, _ scope: Scope) {
    guard isOutsideGroups(statement, scope) else { return }
    guard let first = statement.values.first else { return reportMissing(.hookName, statement) }
    rejectValues(after: 1, of: statement)
    rejectOptions(of: statement, except: Toolfile.Hook.Option.allCases.map(\.rawValue))
    let name = readHookName(first)
    if let name { machine.lineOfHook[name] = statement.position.line }
    var hook = HookOptions()
    for argument in statement.arguments {
      guard let key = argument.key, let option = Toolfile.Hook.Option(rawValue: key.name) else {
        continue
      }
      hook.read(option, argument.value, &self)
    }
    if hook.isOnce?.value == true, hook.check != nil, let position = hook.isOnce?.position {
      report(.onceWithCheck, at: position)
    }
    if !hook.hasRun { reportMissing(.text("run:"), statement) }
    guard let name else { return }
    machine.order.append(HookOrder(hook: name, steps: hook.after))
    var platforms = hook.platforms ?? scope.platforms
    if let own = hook.platforms, let enclosing = scope.platforms, !own.isEmpty, !enclosing.isEmpty {
      platforms = own.filter(enclosing.contains)
      if platforms == [] { return report(.noPlatformLeftForHook(name), at: first.position) }
    }
    machine.hooks.append(
      Toolfile.Hook(
        name: name, run: hook.run, check: hook.check, isOnce: hook.isOnce?.value ?? false,
        after: hook.after.map(\.name), files: hook.files, platforms: platforms,
        origin: origin(statement.position)))
  }

  /// Reads the name of a hook, and reports a duplicate.
  private mutating func readHookName(_ value: ToolfileValue) -> HookName? {
    guard case .string(let text) = value.content else {
      reportWrong(value, of: "hook", expected: .hookName)
      return nil
    }
    guard let name = HookName(text) else {
      let bytes = Array(text.utf8)
      let fault = HookName.fault(in: bytes, bytes.indices) ?? .empty
      report(.hookName(text, fault), at: value.position)
      return nil
    }
    if Toolfile.Hook.otherSteps.contains(text) {
      report(.reservedHookName(name), at: value.position)
      return nil
    }
    if let line = machine.lineOfHook[name] {
      report(.duplicateName(text, line: line), at: value.position)
      return nil
    }
    return name
  }

  /// Reports unknown steps in `after:`, and cycles of hooks.
  mutating func reportWrongOrder() {
    let known = machine.lineOfHook.keys.sorted().map(\.text) + Toolfile.Hook.otherSteps
    for order in machine.order {
      for step in order.steps where !known.contains(step.name) {
        report(.unknownStep(step.name, known: known), at: step.position)
      }
    }
    var cycles = HookCycles(machine.order)
    for cycle in cycles.all() {
      let places = cycle.hooks.map { HookPlace($0, line: machine.lineOfHook[$0] ?? 0) }
      report(.hookCycle(places), at: cycle.position)
    }
  }
}

extension Toolfile.Hook {
  /// An option of the statement.
  enum Option: String, CaseIterable {
    case run, check, on, after, once, files
  }

  /// The names in `after:` that stand for all steps of a kind.
  package static let otherSteps = ["system", "host", "tools", "shell"]
}

/// The options of a hook that have been read so far.
private struct HookOptions {
  var run: [String] = []
  /// Whether the option `run` is given, even if it has problems.
  var hasRun = false
  var check: String?
  var isOnce: (value: Bool, position: SourcePosition)?
  var after: [HookOrder.Step] = []
  var files: [String] = []
  var platforms: [Platform]?

  /// Reads an option.
  mutating func read(
    _ option: Toolfile.Hook.Option, _ value: ToolfileValue, _ reader: inout ToolfileReader
  ) {
    switch option {
    case .run:
      hasRun = true
      run = value.list.compactMap {
        Self.readCommandLine($0, of: "run", expected: .commandLines, &reader)
      }
    case .check:
      check = Self.readCommandLine(value, of: "check", expected: .string, &reader)
    case .on: platforms = reader.readPlatforms(value.list, of: "on")
    case .after: readAfter(value, &reader)
    case .once:
      if case .boolean(let isOnce) = value.content {
        self.isOnce = (isOnce, value.position)
      } else {
        reader.reportWrong(value, of: "once", expected: .boolean)
      }
    case .files: readFiles(value, &reader)
    }
  }

  private static func readCommandLine(
    _ value: ToolfileValue, of subject: String, expected: SyntaxElement,
    _ reader: inout ToolfileReader
  ) -> String? {
    guard let text = reader.readText(value, of: subject, expected: expected) else { return nil }
    if text.contains(where: { !$0.isWhitespace }) { return text }
    reader.report(.emptyValue(of: subject), at: value.position)
    return nil
  }

  private mutating func readAfter(_ value: ToolfileValue, _ reader: inout ToolfileReader) {
    for value in value.list {
      guard let name = reader.readText(value, of: "after", expected: .stringOrStrings) else {
        continue
      }
      if after.contains(where: { $0.name == name }) {
        reader.report(.duplicateValue(of: "after", name), at: value.position)
      } else {
        after.append(HookOrder.Step(name: name, position: value.position))
      }
    }
  }

  private mutating func readFiles(_ value: ToolfileValue, _ reader: inout ToolfileReader) {
    for value in value.list {
      guard let text = reader.readText(value, of: "files", expected: .stringOrStrings) else {
        continue
      }
      let path = text.hasPrefix("./") ? String(text.dropFirst(2)) : text
      if ArtifactPath(path) == nil || path.hasPrefix("~") {
        reader.report(.pathOutsideFolder(text), at: value.position)
      } else if files.contains(path) {
        reader.report(.duplicateValue(of: "files", text), at: value.position)
      } else {
        files.append(path)
      }
    }
  }
}
