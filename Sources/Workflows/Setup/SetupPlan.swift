package import Diagnostics
package import Setup
internal import Vocabulary

/// The steps of a set-up, in their order, and how far each of them is.
package struct SetupPlan: Sendable {
  /// A step and how far it is.
  package struct Entry: Sendable {
    package let step: SetupStep
    /// The index of the step's Toolfile in the request.
    let partIndex: Int
    package let report: SetupStepReport
  }

  package let entries: [Entry]
  /// The programs of the system that are missing or too old. Nothing is carried out without them,
  /// except for installing packages that may provide them.
  package let unmet: [SystemFact]
  /// What only the user can do, because this system cannot have it.
  package let unavailable: [SetupRemainder]
  /// Whether a record of earlier steps is that of another machine.
  package let isOfOtherMachine: Bool

  /// The entries to carry out. The machine's own programs are only checked.
  package var open: [Entry] { entries.filter { $0.report.isOpen && $0.step.name.kind != .system } }

  /// Returns whether all open steps are also those of an earlier plan, which the user has seen.
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
