import Diagnostics
import Terminal
import Testing
import Vocabulary

@Suite struct `A step of a setup as text` {
  private func packages(
    _ state: SetupStepState, isOfHome: Bool = false, isRepeated: Bool = false
  ) -> SetupStepReport {
    SetupStepReport(
      SetupStepName(.host, "brew", isOfHome: isOfHome),
      .packages(.brew, missing: ["libyaml"], installed: [:], commands: [["brew", "install"]]),
      state, isRepeated: isRepeated)
  }

  @Test func `has its commands while it is to be carried out`() {
    #expect(packages(.missing).row == ["missing", "host:brew", "libyaml"])
    #expect(packages(.missing).commandLines == ["brew install"])
    #expect(packages(.skipped).commandLines.isEmpty)
    #expect(packages(.done).commandLines.isEmpty)
  }

  @Test func `is done in the status, but again in the plan, if it is repeated`() {
    let step = packages(.done, isRepeated: true)
    #expect(step.row.first == "again")
    #expect(step.statusRow.first == "done")
    #expect(step.commandLines == ["brew install"])
  }

  @Test func `is named with what is missing, or with its line`() {
    let hook = SetupStepReport(
      SetupStepName(.hooks, "own", isOfHome: true), .hook(run: ["true"], check: nil), .missing,
      origin: .file("~/Toolfile", line: 2, column: 1))
    let problem = Problem.setup(.incomplete([packages(.missing, isOfHome: true), hook]))
    #expect(
      problem.messages.first?.detailLines == [
        "  missing   host:brew (~/Toolfile): libyaml", "            hook:own (~/Toolfile:2)",
        "  run       bootstrap setup",
      ])
  }

  @Test func `is no fault of a machine while nobody knows its state`() {
    let hook = SetupStepReport(
      SetupStepName(.hooks, "a"), .hook(run: ["true"], check: nil), .unknown)
    let problem = Problem.setup(.unaccepted([hook], directory: nil))
    #expect(!SetupFinding.unexamined(problem).isFault)
    #expect(SetupFinding.failure(problem).isFault)
    #expect(problem.exitCode == .failure)
  }
}
