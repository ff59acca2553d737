/// A reason a credential helper does not provide credentials.
package enum CredentialHelperFault: Error, Hashable, Sendable {
  /// No program with its name is on `PATH`.
  case missing
  /// The program cannot be started.
  case notStarted(reason: String)
  /// The program was killed because it did not end within this number of seconds.
  case tooSlow(seconds: Int)
  /// The program failed. `line` is the last line that it printed about this, or `nil` if there is
  /// none.
  case failed(line: String?)
  /// The program did not print an object with `Username` and `Secret`.
  case unreadable
}
