internal import Diagnostics
internal import Workflows

/// Compares the machine with the Toolfiles.
extension SetupExamination {
  /// Returns what the Toolfiles describe and the machine lacks.
  func machine() async -> [SetupFinding] {
    do {
      // Another check reports the tools of the folder.
      let machine = try await MachineExamination(session, needsTools: false)
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
