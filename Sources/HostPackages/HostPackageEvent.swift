/// Progress of an installation of packages.
package enum HostPackageEvent: Hashable, Sendable {
  /// `sudo` is about to ask for a password on the terminal of the user. Nothing may be printed
  /// there until the next event.
  case askingForPassword
  /// `sudo` has what it wants, and said these lines meanwhile, such as a refusal of a password.
  case authenticated([String])
  /// The lists of the packages that exist are about to be fetched.
  case refreshing
  /// The lists could not be fetched, and the installation goes on with those that there are.
  case refreshFailed(lastLines: [String])
  /// Another process holds the lock of the manager. `holder` describes it, as in
  /// `apt-get (process 4711)`, or is `nil` if it is unknown.
  case waitingForLock(holder: String?)
  /// A command line begins.
  case began([String])
  /// The command printed these lines. Empty lines, control characters, and secrets are left out.
  case output([String])
}
