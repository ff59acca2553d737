/// The exit code of a program.
///
/// The numbers follow sysexits(3) where it covers the case. They are a stable interface.
package enum ExitCode: Int32, CaseIterable, Sendable {
  case success = 0
  /// The result of a check is negative, or no other code describes the failure.
  case failure = 1
  /// The command line or the environment is invalid.
  case usage = 64
  /// A manifest, lock, or version file cannot be read, or its contents are invalid.
  case unreadableManifest = 65
  /// A manifest or lock is required but missing.
  case noManifest = 66
  /// A source or the network cannot be reached or rejects the request, or `--offline` is set and a
  /// file is not cached.
  case unreachable = 69
  /// bootstrap itself has a bug or is installed incompletely.
  case internalFault = 70
  /// Permission is denied, the file system is read-only, the disk is full, or a file that must not
  /// be replaced exists.
  case cannotWrite = 73
  /// The system failed in another way, such as an I/O error or too many open files.
  case systemFailure = 74
  /// Another process holds the lock of the root or of the store, and the wait timed out, or it has
  /// changed a file in the meantime. The same command can succeed later.
  case locked = 75
  /// The project uses something that the user has not accepted; a manifest, lock, or version file
  /// belongs to another user and everybody can write to its folder or to one above it; or the
  /// machine's policy forbids something or cannot be used.
  case notTrusted = 77
  /// The package, the version, or an artifact for the platform does not exist, the artifact
  /// requires a newer machine, or no versions satisfy all requirements.
  case notAvailable = 80
  /// The lock does not match the Toolfile, and the command may not update it, for example because
  /// of `--frozen`.
  case frozen = 81
  /// A digest or size does not match, or an artifact cannot be unpacked or installed.
  case corruptArtifact = 82
  /// `exec` and shims only: the program exists but cannot be run.
  case notExecutable = 126
  /// `exec` and shims only: the program is missing or cannot be chosen.
  case notFound = 127
  /// A signal interrupted the program.
  case interrupted = 130
}
