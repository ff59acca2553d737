internal import Diagnostics
internal import Filesystem
internal import Manifests
internal import Selection
internal import Setup
internal import Vocabulary

// The system programs, which setup only checks.
extension SetupWorkflow {
  /// Asks the programs that the Toolfiles require for their versions.
  ///
  /// - Throws: ``Problem/syntax(_:)`` if a program has no `version_command`.
  func systemFacts() throws(Problem) -> [[SystemFact]] {
    var facts: [[SystemFact]] = []
    for part in request.parts {
      facts.append(
        request.kinds.contains(.system)
          ? try SystemFacts(root, environment, project: part.folder)
            .examine(part.systemRequirements) : [])
    }
    return facts
  }

  /// Checks the programs again, because a new package may contain one.
  ///
  /// - Throws: ``Problem/systemFacts(_:)`` with the programs that are missing or too old.
  func checkSystem() throws(Problem) {
    let unmet = try systemFacts().joined().filter { !$0.isMet }
    if !unmet.isEmpty { throw .systemFacts(unmet) }
  }

  func systemEntries(
    _ facts: [[SystemFact]], _ journals: [SetupJournal]
  ) -> [SetupPlan.Entry] {
    request.parts.enumerated().flatMap { partIndex, part in
      part.systemRequirements.map { requirement in
        let fact = facts[partIndex].first { $0.name == requirement.name }
        let name = SetupStepName(.system, requirement.name.text, isOfHome: part.isOfHome)
        return entry(
          of: SetupStep(name, .system(requirement), in: part.folder),
          .system(
            requirement: [requirement.name.text, fact?.requirement ?? ""]
              .filter { !$0.isEmpty }.joined(separator: " "), found: fact?.found),
          isDone: fact?.isMet ?? false, partIndex, journals)
      }
    }
  }
}

extension SystemFact {
  /// The version of the program, or `nil` if it is unknown.
  fileprivate var found: String? {
    switch state {
    case .met(let version), .unfit(let version): version
    case .unreadable, .silent, .missing: nil
    }
  }
}
