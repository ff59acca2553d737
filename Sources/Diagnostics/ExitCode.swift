/// The exit code of a program. The numbers follow sysexits(3) where it covers the case. They
/// are a stable contract.
package enum ExitCode: Int32, Sendable {
  case done = 0
  /// The answer is no, or the failure has no class of its own.
  case no = 1
  case usage = 64
  /// A manifest or lock cannot be parsed.
  case unreadableManifest = 65
  /// A manifest or lock is required but missing.
  case noManifest = 66
  /// A source or the network is unreachable or refuses, or `--offline` is set and a file
  /// is missing.
  case unreachable = 69
  /// A fault of bootstrap itself.
  case internalFault = 70
  /// Permission is denied, the file system is read-only, or the disk is full.
  case cannotWrite = 73
  /// The system failed in another way, such as an I/O error or too many open files.
  case systemFailure = 74
  /// Another process holds the lock, and the wait timed out.
  case locked = 75
  case notTrusted = 77
  /// The package, version, or artifact for a platform does not exist, or this machine is too old.
  case notAvailable = 80
  /// `--frozen` is set, and the lock does not match the manifest.
  case frozen = 81
  /// A digest does not match, or an archive is damaged.
  case corruptArtifact = 82
  /// `exec` and shims only: the program exists but cannot be run.
  case notExecutable = 126
  /// `exec` and shims only: the program is missing or cannot be chosen.
  case notFound = 127
  case interrupted = 130
}
