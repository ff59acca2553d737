/// The name of a step of a machine setup, such as `hook:hooks-path`.
package struct SetupStepName: Hashable, Sendable {
  /// What a step provides, in the usual order of the steps.
  package enum Kind: String, CaseIterable, Sendable {
    /// A clone of the project.
    case clone
    /// A system program, which setup only checks.
    case system
    /// Packages of one system package manager.
    case host
    /// The tools of a Toolfile.
    case tools
    /// The result of a hook.
    case hooks
    /// The line in the startup files of the user's shell.
    case shell

    /// The kinds that `--only` and `--skip` accept.
    package static let choices: [Kind] = [.system, .host, .tools, .hooks, .shell]
  }

  package let kind: Kind
  /// The name of the program, package manager, or hook, or `nil` for a kind with a single step.
  package let subject: String?
  /// Whether the step belongs to the Toolfile in the user's home directory, not to the project's.
  package let isOfHome: Bool

  /// Creates a name. See the properties.
  package init(_ kind: Kind, _ subject: String? = nil, isOfHome: Bool = false) {
    self.kind = kind
    self.subject = subject
    self.isOfHome = isOfHome
  }

  /// The name as users type it. It is the same for both Toolfiles.
  package var id: String {
    let word = kind == .hooks ? "hook" : kind.rawValue
    return subject.map { "\(word):\($0)" } ?? word
  }
}

extension SetupStepName: CustomStringConvertible {
  package var description: String { isOfHome ? "\(id) (~/Toolfile)" : id }
}

/// The state of a step in a machine setup.
package enum SetupStepState: String, Sendable {
  /// The step has nothing to do.
  case done
  case missing
  /// The last attempt failed or was interrupted.
  case failed
  /// The user has left out this kind of step.
  case skipped
  /// Only the check of a hook knows, and it does not run without the user's consent.
  case unknown

  /// Whether the step still has to run.
  package var isOpen: Bool { self == .missing || self == .failed || self == .unknown }
}
