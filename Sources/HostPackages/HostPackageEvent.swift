/// The progress of a package installation.
package enum HostPackageEvent: Hashable, Sendable {
  /// `sudo` is about to ask for a password on the user's terminal. Nothing may be printed there
  /// until the next event.
  case askingForPassword
  /// `sudo` has accepted the user. It printed these lines, such as a complaint about a wrong
  /// password.
  case authenticated([String])
  /// The manager is about to complete an interrupted run.
  case recovering
  /// The manager is about to refresh its package lists.
  case refreshing
  /// The manager could not refresh its lists, so the installation uses the existing ones.
  case refreshFailed(lastLines: [String])
  /// Another process holds the manager's lock. `holder` describes it, as in `apt-get (process
  /// 4711)`, or is `nil` if it is unknown.
  case waitingForLock(holder: String?)
  /// A command line starts.
  case began([String])
  /// The command printed these lines. They exclude empty lines, control characters, and secrets.
  case output([String])
}
