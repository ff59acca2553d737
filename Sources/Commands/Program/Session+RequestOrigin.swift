internal import Filesystem
package import Vocabulary

extension Session {
  /// The variable with which `exec` and shims tell `install` which file or variable pins the
  /// missing version. When `x` installs, the variable names the command line.
  package static let askedBy = "__BOOTSTRAP_ASKED_BY"

  /// Whether `exec`, `x`, or a shim runs the command to install what is missing. If so, standard
  /// output contains no results, only an error as JSON.
  package var isPreparation: Bool { environment.nonEmpty(Self.askedBy) != nil }

  /// The origin of the versions that the arguments name. See ``Environment/requestOrigin``.
  package var requestOrigin: Origin { environment.requestOrigin }

  /// Whether `exec` or a shim runs the command to install what is missing. False for `x`, whose
  /// command line requests the installation.
  package var isOnDemand: Bool { requestOrigin != .commandLine }
}

extension Environment {
  /// The origin of the versions that the command line names: the file or variable that pins them
  /// if `exec` or a shim runs the command, and otherwise the command line.
  package var requestOrigin: Origin {
    guard let text = nonEmpty(Session.askedBy), text != "\(Origin.commandLine)"
    else { return .commandLine }
    guard let colon = text.lastIndex(of: ":"), let line = Int(text[text.index(after: colon)...])
    else { return text.hasPrefix("BOOTSTRAP_") ? .variable(text) : .file(text) }
    return .file(String(text[..<colon]), line: line)
  }
}
