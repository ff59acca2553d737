import Foundation

/// Commands that mount file systems, which nobody else sees.
enum MountNamespace {
  /// Whether this process may mount file systems in a namespace of its own. Root may, but not in
  /// every container.
  static let isAvailable: Bool = {
    guard getuid() == 0, FileManager.default.isExecutableFile(atPath: program) else { return false }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = ["--mount", "/bin/mount", "-t", "tmpfs", "tmpfs", "/mnt"]
    process.standardError = FileHandle.nullDevice
    try? process.run()
    process.waitUntilExit()
    return process.terminationStatus == 0
  }()

  private static let program = "/usr/bin/unshare"

  /// Returns the command that runs a script of the shell in a namespace of its own. The script ends
  /// at the first command that fails.
  static func running(_ script: String) -> [String] {
    [program, "--mount", "/bin/sh", "-c", "set -e\n" + script]
  }
}
