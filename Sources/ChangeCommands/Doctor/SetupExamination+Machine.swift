internal import Diagnostics
internal import Workflows

/// Examines the machine as the Toolfiles describe it.
extension SetupExamination {
  /// Returns what the machine lacks of what the Toolfiles describe.
  func machine() async -> [SetupFinding] {
    do {
      let machine = try await MachineExamination(session)
      let remainders = machine.plan.unavailable
      return (machine.unmet + (try machine.missing())).map(SetupFinding.failure)
        + machine.unknowns.map(SetupFinding.unexamined)
        + (remainders.isEmpty ? [] : [.unavailable(remainders)])
    } catch {
      if case .project(.file(.noManifest)) = error { return [] }
      return [.failure(error)]
    }
  }
}
