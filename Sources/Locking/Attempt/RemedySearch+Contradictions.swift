internal import Diagnostics
internal import Resolution
internal import Versions
internal import Vocabulary

// Remedies for requirements in the project's files that contradict each other.
extension RemedySearch {
  /// Requirements in the project's files on one tool that contradict each other.
  typealias Contradiction = (tool: ToolName, report: ConflictReport<ToolUniverse>)

  /// Returns the problems of contradictory requirements, and of other requirements that cannot be
  /// met, each with the changes that resolve it.
  ///
  /// If the first change for each problem is made, all tools can be locked except those whose
  /// problems have no change.
  ///
  /// - Parameters:
  ///   - contradictions: The requirements that contradict each other.
  ///   - allUnmet: All requirements that no release meets, including contradictory ones.
  mutating func problems(
    of contradictions: [Contradiction], and allUnmet: [UnmetRequirement]
  ) async -> [Problem] {
    let tools = Set(contradictions.map(\.tool))
    let unmet = allUnmet.filter { !tools.contains($0.tool) }
    let hopeless = attempt.hopelessTools(among: unmet)
    unresolved = tools.union(hopeless)
    var problems: [Problem] = []
    for (tool, report) in contradictions {
      unresolved.remove(tool)
      var found = await successful(among: changes(for: report))
      if found.isEmpty, let requirement = allUnmet.first(where: { $0.tool == tool }) {
        found = await first(of: alternatives(to: requirement))
      }
      apply(found.first, to: tool)
      problems.append(
        .project(
          .lock(
            .conflict(VersionConflict(report, now: nil, hints: found.map { .change($0.remedy) })))))
    }
    unresolved.subtract(hopeless)
    let sources = await self.problems(of: hopeless, among: unmet)
    return problems + (sources.isEmpty ? [] : [.sources(sources)])
  }

  /// Returns the changes that may resolve a contradiction: without the pin, with a requirement that
  /// the pin meets, or with one clause of a requirement left out.
  private func changes(for report: ConflictReport<ToolUniverse>) -> [Candidate] {
    let wanted = report.derivation.facts.compactMap { fact in
      if case .wanted(let wanted, _) = fact { wanted } else { nil }
    }
    let pins = wanted.filter(\.isPin)
    var changes = pins.flatMap { pin($0.package.name, to: nil) }
    for dependency in wanted where !dependency.isPin {
      let tool = dependency.package.name
      changes += pins.flatMap { requirement($0.origin.value.description, on: tool) }
      let clauses = dependency.origin.value.clauses.map(\.description)
      for omitted in clauses.indices where clauses.count > 1 {
        let rest = clauses.indices.filter { $0 != omitted }.map { clauses[$0] }
        changes += requirement(rest.joined(separator: ", "), on: tool)
      }
    }
    return changes
  }
}
