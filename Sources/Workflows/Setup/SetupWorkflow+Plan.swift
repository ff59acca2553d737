package import Diagnostics
internal import Filesystem
internal import HostPackages
internal import Layout
internal import Manifests
internal import Setup
internal import Vocabulary

// The plan: the steps of the Toolfiles, with their states.
extension SetupWorkflow {
  /// Returns the steps in order. Runs the checks of accepted hooks to find their states.
  ///
  /// - Throws: ``Problem`` if the machine or the record cannot be read.
  package func plan() async throws(Problem) -> SetupPlan {
    var journals: [SetupJournal] = []
    for part in request.parts { journals.append(try mappingFileErrors(try journal(of: part))) }
    var choice = HostPackageChoice(request.parts.flatMap(\.hostPackages), from: managers)
    let unpackaged = try await addNeeds(of: request.parts, to: &choice)
    let orders = request.parts.map { SetupOrder($0.hooks, among: $0.toolfile.hooks) }
    let facts = try systemFacts()
    var entries: [SetupPlan.Entry] = []
    for (index, phase) in (SetupOrder.phases.map(Optional.some) + [nil]).enumerated() {
      for (partIndex, part) in request.parts.enumerated() {
        for hook in orders[partIndex].hooks[index] {
          entries.append(try await entry(of: hook, part, partIndex, journals))
        }
      }
      switch phase {
      case .system: entries += systemEntries(facts, journals)
      case .host: entries += try await packageEntries(choice, journals)
      case .tools: entries += try toolEntries(journals)
      case .shell: entries += try shellEntries(journals)
      default: break
      }
    }
    return SetupPlan(
      entries: entries, unmet: facts.joined().filter { !$0.isMet },
      unavailable: choice.unavailable.map {
        .noManager(
          HostPackageManager.allCases.filter($0.names.keys.contains), origin: $0.origin)
      } + unpackaged,
      isOfOtherMachine: journals.contains(where: \.isOfOtherMachine))
  }

  /// Adds the packages that the builds of missing tools need. Returns needs that no package meets.
  private func addNeeds(
    of parts: [SetupRequest.Part], to choice: inout HostPackageChoice
  ) async throws(Problem) -> [SetupRemainder] {
    guard request.kinds.isSuperset(of: [.host, .tools]) else { return [] }
    var items: [HostShortage.Item] = []
    for part in parts {
      guard let shortage = try await actions.shortage(of: part) else { continue }
      let isKnown = shortage.manager.map { choice.add(shortage.packages, of: $0) } ?? false
      items += isKnown ? shortage.unpackaged : shortage.items
    }
    return items.map(SetupRemainder.noPackage)
  }

  /// Creates the entry of a step.
  ///
  /// - Parameter isDone: Whether the step has nothing to do, or `nil` if that is unknown.
  func entry(
    of step: SetupStep, _ purpose: SetupStepReport.Purpose, isDone: Bool?, _ partIndex: Int,
    _ journals: [SetupJournal], log: String? = nil
  ) -> SetupPlan.Entry {
    let attempt = journals[partIndex].attempt(of: step)
    let state: SetupStepState =
      if !request.kinds.contains(step.name.kind) {
        .skipped
      } else if let isDone {
        isDone ? .done : [.failed, .interrupted].contains(attempt?.result) ? .failed : .missing
      } else {
        .unknown
      }
    return SetupPlan.Entry(
      step: step, partIndex: partIndex,
      report: SetupStepReport(
        step.name, purpose, state, origin: step.origin,
        attempt: attempt.map {
          .init(begun: $0.begun, ended: $0.result == .interrupted ? nil : $0.ended, log: log)
        },
        isRepeated: state == .done
          && (step.runsEveryTime || request.repeated.contains(step.name.id))))
  }

  // MARK: Kinds of steps

  private func entry(
    of hook: Toolfile.Hook, _ part: SetupRequest.Part, _ partIndex: Int,
    _ journals: [SetupJournal]
  ) async throws(Problem) -> SetupPlan.Entry {
    let name = SetupStepName(.hooks, hook.name.text, isOfHome: part.isOfHome)
    let step = SetupStep(name, .hook(hook), in: part.hookFolder)
    var isDone: Bool?
    if request.kinds.contains(.hooks), try actions.accepts(hook, of: part) {
      if hook.check == nil {
        isDone = journals[partIndex].attempt(of: step)?.result == .done
      } else {
        isDone = try await HookRun(hook, in: part.hookFolder, try actions.hookEnvironment(of: part))
          .isDone()
      }
    }
    let log = root.setupLogs.appending("\(part.identifier)-\(hook.name).log")
    return entry(
      of: step, .hook(run: hook.run, check: hook.check), isDone: isDone, partIndex, journals,
      log: log.exists ? actions.formatPath(log) : nil)
  }

  private func packageEntries(
    _ choice: HostPackageChoice, _ journals: [SetupJournal]
  ) async throws(Problem) -> [SetupPlan.Entry] {
    var entries: [SetupPlan.Entry] = []
    for (manager, names) in choice.packages {
      let partIndex =
        request.parts.firstIndex { part in
          part.hostPackages.contains { $0.names[manager.kind] != nil }
        } ?? 0
      let part = request.parts[partIndex]
      let name = SetupStepName(.host, manager.kind.rawValue, isOfHome: part.isOfHome)
      let step = SetupStep(name, .host(manager.kind, names), in: part.folder)
      var state = HostPackageState(manager: manager.kind, installed: [:], missing: names)
      if request.kinds.contains(.host) {
        do {
          state = try await manager.state(of: names)
        } catch {
          throw .hostPackages(error)
        }
      }
      let commands = manager.commands(
        installing: state.missing, refreshing: manager.willRefresh)
      entries.append(
        entry(
          of: step,
          .packages(
            manager.kind, missing: state.missing, installed: state.installed,
            commands: state.missing.isEmpty ? [] : commands),
          isDone: state.missing.isEmpty, partIndex, journals))
    }
    return entries
  }

  private func toolEntries(_ journals: [SetupJournal]) throws(Problem) -> [SetupPlan.Entry] {
    if request.omitsSkippedTools, !request.kinds.contains(.tools) { return [] }
    var entries: [SetupPlan.Entry] = []
    for (partIndex, part) in request.parts.enumerated() {
      guard let tools = try actions.missingTools(of: part) else { continue }
      let step = SetupStep(
        SetupStepName(.tools, isOfHome: part.isOfHome), .tools, in: part.folder)
      entries.append(
        entry(of: step, .tools(titles: tools.titles), isDone: tools.isDone, partIndex, journals))
    }
    return entries
  }

  private func shellEntries(_ journals: [SetupJournal]) throws(Problem) -> [SetupPlan.Entry] {
    guard let part = request.parts.first, let shell = try actions.shell() else { return [] }
    let step = SetupStep(SetupStepName(.shell), .shell, in: part.folder)
    return [entry(of: step, .shell(shell.name), isDone: shell.isDone, 0, journals)]
  }
}
