package import Diagnostics
internal import Vocabulary

extension SetupStepReport {
  /// The step as a row of a table: the state, the name, and the purpose.
  package var row: [String] {
    [
      isRepeated ? "again" : state.rawValue, name.description,
      purpose.words(isOpen: state.isOpen),
    ]
  }

  /// The step as a row of a table, with the time of its last attempt.
  package var statusRow: [String] {
    let time = attempt.map { "\($0.ended ?? $0.begun)" } ?? ""
    return [state.rawValue, time, name.description, purpose.words(isOpen: state.isOpen)]
  }

  /// The name of an open step, with what is missing, or else with the location of its statement.
  var title: String {
    let words = purpose.words(isOpen: true)
    if words.isEmpty, let origin { return "\(name.id) (\(origin.withoutColumn))" }
    return "\(name)" + (words.isEmpty ? "" : ": \(words)")
  }

  /// The lines below the row: the command lines that an open step will run.
  package var commandLines: [String] {
    if !isOpen { return [] }
    switch purpose {
    case .packages(_, _, _, let commands):
      return commands.map { $0.map(shellWord).joined(separator: " ") }
    case .hook(let run, let check):
      // A command line can contain line feeds.
      return (run + (check.map { ["check: \($0)"] } ?? []))
        .flatMap { $0.split(separator: "\n").map(String.init) }
    case .clone, .system, .tools, .shell: return []
    }
  }

  /// The step as JSON.
  package var json: JSON {
    var members: [JSON.Member] = [
      .init(name: "step", value: .string(name.id)),
      .init(name: "kind", value: .string(name.kind.rawValue)),
      .init(name: "of", value: .string(name.isOfHome ? "home" : "project")),
      .init(name: "state", value: .string(state.rawValue)),
      .init(name: "origin", value: .optional(origin?.withoutColumn)),
    ]
    if isRepeated { members.append(.init(name: "again", value: true)) }
    members += purpose.members
    if let attempt {
      members += [
        .init(name: "begun", value: .string("\(attempt.begun)")),
        .init(name: "ended", value: .optional(attempt.ended.map { "\($0)" })),
        .init(name: "log", value: .optional(attempt.log)),
      ]
    }
    return .object(members)
  }
}

extension SetupStepReport.Purpose {
  /// The purpose in a few words. If `isOpen`, they omit what is already done.
  fileprivate func words(isOpen: Bool) -> String {
    switch self {
    case .clone(let address, let folder): "\(address) into \(folder)"
    case .system(let requirement, let found):
      requirement + (found.map { ", found \($0)" } ?? (isOpen ? ", not found" : ""))
    case .packages(_, let missing, let installed, _):
      (isOpen && !missing.isEmpty ? missing : installed.keys.sorted() + missing)
        .joined(separator: ", ")
    case .tools(let titles): titles.isEmpty ? "" : titles.joined(separator: ", ")
    case .hook: ""
    case .shell(let shell): "the startup files of \(shell)"
    }
  }

  fileprivate var members: [JSON.Member] {
    switch self {
    case .clone(let address, let folder):
      [
        .init(name: "address", value: .string(address)),
        .init(name: "folder", value: .path(folder)),
      ]
    case .system(let requirement, let found):
      [
        .init(name: "requirement", value: .string(requirement)),
        .init(name: "found", value: .optional(found)),
      ]
    case .packages(let manager, let missing, let installed, let commands):
      [
        .init(name: "manager", value: .string(manager.rawValue)),
        .init(name: "missing", value: .strings(missing)),
        .init(
          name: "installed",
          value: .array(
            installed.sorted { $0.key < $1.key }.map { name, version in
              .object(["name": .string(name), "version": .string(version)])
            })),
        .init(name: "commands", value: .array(commands.map { .strings($0) })),
      ]
    case .tools(let titles): [.init(name: "tools", value: .strings(titles))]
    case .hook(let run, let check):
      [
        .init(name: "run", value: .strings(run)),
        .init(name: "check", value: .optional(check)),
      ]
    case .shell(let shell): [.init(name: "shell", value: .string(shell))]
    }
  }
}
