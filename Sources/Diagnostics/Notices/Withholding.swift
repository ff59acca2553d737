/// A reason that a project may not use an executable.
package enum Withholding: Hashable, Sendable {
  /// The user has not accepted it. `directory` is the folder to accept it in, as messages show it,
  /// or `nil` for the working directory.
  case notAccepted(directory: String?)
  /// The source has not confirmed the tool's artifact. `directory` is the folder to install it in.
  case notConfirmed(directory: String?)
}
