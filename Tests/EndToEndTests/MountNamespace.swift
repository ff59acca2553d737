import Filesystem
import Foundation

/// Commands that mount file systems, which nobody else sees.
enum MountNamespace {
  /// Whether this process may mount file systems in a namespace of its own. Root may, but not in
  /// every container.
  static let isAvailable: Bool = {
    guard getuid() == 0, FileManager.default.isExecutableFile(atPath: program) else { return false }
    let code = try? ChildProcess.exitCode(
      of: FilePath(program), arguments: ["--mount", "/bin/mount", "-t", "tmpfs", "tmpfs", "/mnt"],
      environment: Environment([:]), limit: 1_000)
    return code == 0
  }()

  private static let program = "/usr/bin/unshare"

  /// Returns the command that runs a script of the shell in a namespace of its own. The script ends
  /// at the first command that fails.
  static func running(_ script: String) -> [String] {
    [program, "--mount", "/bin/sh", "-c", "set -e\n" + script]
  }

  /// Returns the words that run a command with another `/etc`, which contains the machine's entries
  /// and, as `bootstrap`, a copy of `folder`.
  ///
  /// - Parameters:
  ///   - folder: The folder to copy, with owners and permissions. It may be missing.
  ///   - scratch: An empty folder, over which the script mounts the machine's `/etc`.
  static func withConfiguration(from folder: String, scratch: String) -> [String] {
    let script = """
      set -e
      /bin/mount --bind /etc '\(scratch)'
      /bin/mount -t tmpfs -o mode=755 tmpfs /etc
      /bin/ln -s '\(scratch)'/* /etc/
      if [ -e '\(folder)' ] || [ -L '\(folder)' ]; then /bin/cp -a '\(folder)' /etc/bootstrap; fi
      exec "$@"
      """
    return [program, "--mount", "/bin/sh", "-c", script, "sh"]
  }
}
