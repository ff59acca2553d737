/// The name of a step of a machine's set-up, such as `hook:hooks-path`.
package struct SetupStepName: Hashable, Sendable {
  /// What a step brings about, in the usual order of the steps.
  package enum Kind: String, CaseIterable, Sendable {
    /// A project from an address.
    case clone
    /// A program of the system, which is only checked.
    case system
    /// Packages of a package manager of the system.
    case host
    /// The tools of a Toolfile.
    case tools
    /// What a hook does.
    case hooks
    /// The line in the startup file of the user's shell.
    case shell

    /// The kinds that the user can choose.
    package static let choices: [Kind] = [.system, .host, .tools, .hooks, .shell]
  }

  package let kind: Kind
  /// The program, package manager, or hook, or `nil` if there is one step of the kind.
  package let subject: String?
  /// Whether the Toolfile in the user's home asks for the step, rather than the project's.
  package let isOfHome: Bool

  /// Creates a name. See the properties.
  package init(_ kind: Kind, _ subject: String? = nil, isOfHome: Bool = false) {
    self.kind = kind
    self.subject = subject
    self.isOfHome = isOfHome
  }

  /// The name without the Toolfile that it belongs to, as users type it.
  package var id: String {
    let word = kind == .hooks ? "hook" : kind.rawValue
    return subject.map { "\(word):\($0)" } ?? word
  }
}

extension SetupStepName: CustomStringConvertible {
  package var description: String { isOfHome ? "\(id) (~/Toolfile)" : id }
}

/// How far a step of a machine's set-up is.
package enum SetupStepState: String, Sendable {
  /// What the step brings about is there.
  case done
  case missing
  /// The last attempt failed or was interrupted.
  case failed
  /// The user has left the step out.
  case skipped
  /// Only a hook can tell, which does not run without the user's consent.
  case unknown

  /// Whether the step still has to be carried out.
  package var isOpen: Bool { self == .missing || self == .failed || self == .unknown }
}
