import Diagnostics
import Filesystem
import Manifests
import Setup
import Testing

@Suite struct `A step of a setup` {
  @Test(arguments: [
    ("run: \"true\"", true), ("run: \"true\", once: true", false),
    ("run: \"true\", check: \"true\"", false),
  ])
  func `runs every time if nothing tells that it is done`(
    _ options: String, _ expected: Bool
  ) throws {
    let text = "hook \"a\", \(options)\n"
    let hook = try #require(Toolfile(parsing: Array(text.utf8), path: "Toolfile").hooks.first)
    let step = SetupStep(SetupStepName(.hooks, "a"), .hook(hook), in: "/")
    #expect(step.runsEveryTime == expected)
  }

  @Test func `is open while it is not done, and afterward if it runs again`() {
    func report(_ state: SetupStepState, isRepeated: Bool = false) -> SetupStepReport {
      SetupStepReport(
        SetupStepName(.tools), .tools(titles: []), state, isRepeated: isRepeated)
    }
    #expect(report(.missing).isOpen)
    #expect(report(.failed).isOpen)
    #expect(report(.unknown).isOpen)
    #expect(!report(.done).isOpen)
    #expect(!report(.skipped).isOpen)
    #expect(report(.done, isRepeated: true).isOpen)
  }
}
