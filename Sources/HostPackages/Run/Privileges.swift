internal import Diagnostics
internal import Filesystem
internal import TextSearch

/// Root privileges for the commands of a package manager, through `sudo`.
struct Privileges: Sendable {
  /// The programs `sudo` and `env`.
  ///
  /// `env` sets variables, because `sudo` passes none on, and refuses to set them if its rules
  /// allow only single programs.
  private let sudo: FilePath
  private let env: FilePath

  /// Finds the programs. Returns `nil` if one is missing.
  init?(_ find: (String) -> FilePath?) {
    guard let sudo = find("sudo"), let env = find("env") else { return nil }
    self.sudo = sudo
    self.env = env
  }

  /// Returns the command line that runs a command as root.
  ///
  /// - Parameter variables: Environment variables to set, `NAME=value`.
  func command(_ command: [String], variables: [String]) -> [String] {
    [sudo.string, "--", env.string] + variables + command
  }

  /// The command line that succeeds if `sudo` needs no password.
  var question: [String] { [sudo.string, "-n", "--", env.string, "true"] }
  /// The command line that asks for the password on the terminal.
  var request: [String] { [sudo.string, "--", env.string, "true"] }
  /// The command line that makes `sudo` forget the password.
  var release: [String] { Self.release(sudo) }
  /// Returns the same command line for a `sudo` that another program may have run.
  static func release(_ sudo: FilePath) -> [String] { [sudo.string, "-k"] }

  /// Returns the command line that sends a signal to a process.
  func command(sending signal: StartedProcess.EndSignal, to process: Int32) -> [String] {
    [sudo.string, "-n", "--", "/bin/sh", "-c", "kill -\(signal.rawValue) \(process)"]
  }

  /// Returns the reason that `sudo` refused, according to its output. In each list, the first texts
  /// are from `sudo`, and the others from sudo-rs.
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
