internal import Diagnostics
internal import Vocabulary

extension TrustNotice {
  var form: Notice.Form {
    switch self {
    case .accepted(let project, 0): .note("\(project) asks for nothing beyond your settings")
    case .accepted(let project, let count):
      .note("accepted \(QuantityFormat.count(count, "thing")) for \(project)")
    case .revoked(let project, let isRevoked):
      .note(
        isRevoked
          ? "withdrew your consent for \(project); what is installed stays"
          : "you have accepted nothing of \(project)")
    case .needsTerminal(let digest, let otherAccepted):
      .note(
        (otherAccepted ? "BOOTSTRAP_TRUST accepts other requests; " : "")
          + "if you trust this project, run `bootstrap trust` in a terminal, or "
          + "`BOOTSTRAP_TRUST=\(digest) bootstrap trust`")
    case .acceptedInCI(let problem):
      .warning([problem.noticeInCI])
    case .keptHidingPrograms(let problem):
      .warning([problem.noticeOfKeptPrograms])
    case .permitted(let policies, let hasLock, let unlocked):
      .note(
        (policies.isEmpty
          ? "this machine has no policy"
          : "\(policies.joined(separator: ", ")) permits everything here")
          + (hasLock ? "" : ", as far as it is known without a lock")
          + (unlocked.isEmpty
            ? ""
            : ", as far as it is known: the lock does not have "
              + unlocked.map(\.text).joined(separator: ", ") + " as the Toolfile asks"))
    case .readsForeignFile(let file): .note("reading \(file.sentence), because CI is set")
    case .ignoresForeignFile(let file): .trace("ignoring \(file.sentence)")
    }
  }
}

extension ForeignFile {
  /// The file and the reason not to trust it.
  var sentence: String {
    "\(path), which belongs to user \(owner) in a place where everybody can write"
  }
}
