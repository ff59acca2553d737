package import Diagnostics
package import Setup
internal import Vocabulary

/// The steps of a setup, in order, with their states.
package struct SetupPlan: Sendable {
  /// A step and its state.
  package struct Entry: Sendable {
    package let step: SetupStep
    /// The index of the step's Toolfile in the request.
    let partIndex: Int
    package let report: SetupStepReport
  }

  package let entries: [Entry]
  /// The system programs that are missing or too old. Without them, only steps that install
  /// packages run, because a package may provide them.
  package let unmet: [SystemFact]
  /// The things that the user has to do, because setup cannot do them on this system.
  package let unavailable: [SetupRemainder]
  /// Whether a record of earlier steps is from another machine.
  package let isOfOtherMachine: Bool

  /// The entries that have to run. These exclude checks of system programs.
  package var open: [Entry] { entries.filter { $0.report.isOpen && $0.step.name.kind != .system } }

  /// Returns whether an earlier plan, which the user has seen, contains all open steps.
  package func isCovered(by earlier: SetupPlan) -> Bool {
    Set(open.map(\.step.digest)).isSubset(of: earlier.open.map(\.step.digest))
  }

  /// The first open entry whose last attempt failed or was interrupted, or `nil`.
  package var continuation: Entry? {
    open.first { entry in
      entry.report.attempt.map { entry.report.state == .failed || $0.ended == nil } ?? false
    }
  }
}
