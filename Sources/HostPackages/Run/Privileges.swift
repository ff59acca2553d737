internal import Diagnostics
internal import Filesystem
internal import TextSearch

/// The rights of the superuser, which `sudo` gives to the commands of a package manager.
struct Privileges: Sendable {
  /// The programs `sudo` and `env`.
  ///
  /// `sudo` passes on no variables, and refuses them where its rules name single programs. So
  /// `env` sets them.
  private let sudo: FilePath
  private let env: FilePath

  /// Finds the programs. Returns `nil` if one is missing.
  init?(_ find: (String) -> FilePath?) {
    guard let sudo = find("sudo"), let env = find("env") else { return nil }
    self.sudo = sudo
    self.env = env
  }

  /// Returns the command line that runs a command with these rights.
  ///
  /// - Parameter variables: Environment variables to set, `NAME=value`.
  func command(_ command: [String], variables: [String]) -> [String] {
    [sudo.string, "--", env.string] + variables + command
  }

  /// The command line that tells whether the user has the rights without a password.
  var question: [String] { [sudo.string, "-n", "--", env.string, "true"] }
  /// The command line that asks for the password on the terminal.
  var request: [String] { [sudo.string, "--", env.string, "true"] }
  /// The command line that makes `sudo` forget that the user has typed the password.
  var release: [String] { Self.release(sudo) }
  /// Returns that command line for a `sudo` that another program may have run.
  static func release(_ sudo: FilePath) -> [String] { [sudo.string, "-k"] }

  /// Returns the command line that sends a signal to a process.
  func command(sending signal: StartedProcess.EndSignal, to process: Int32) -> [String] {
    [sudo.string, "-n", "--", "/bin/sh", "-c", "kill -\(signal.rawValue) \(process)"]
  }

  /// Returns why `sudo` refused, from what it printed. The first signs are those of `sudo`, the
  /// others those of its successor in Rust.
  static func refusal(in lines: [String], hasTerminal: Bool) -> HostPackageFailure.Refusal {
    func has(_ signs: [String]) -> Bool {
      lines.contains { line in signs.contains { line.contains($0) } }
    }
    if has([
      "is not in the sudoers file", "is not allowed to", "may not run sudo",
      "I'm sorry ", "not allowed to execute",
    ]) {
      return .notAllowed
    }
    if has([
      "incorrect password attempt", "Sorry, try again", "incorrect authentication attempt",
      "Authentication failed, try again", "no password was provided",
    ]) {
      return .wrongPassword
    }
    if has([
      "a password is required", "a terminal is required", "no tty present",
      "interactive authentication is required",
    ]) {
      return hasTerminal ? .wrongPassword : .noTerminal
    }
    return .other
  }
}
