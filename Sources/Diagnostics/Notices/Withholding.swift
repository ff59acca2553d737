/// A reason that a project may not use an executable.
package enum Withholding: Hashable, Sendable {
  /// The user has not accepted it. `directory` is where to accept it, as messages show it, or
  /// `nil` for the working directory.
  case notAccepted(directory: String?)
  /// No source has confirmed the artifact of the tool. `directory` is where to install it.
  case notConfirmed(directory: String?)
}
