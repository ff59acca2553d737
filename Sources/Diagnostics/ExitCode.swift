/// What a program ends with. The numbers follow sysexits(3) where it has a word for the case, and are a contract.
package enum ExitCode: Int32, Sendable {
  case done = 0
  /// The answer is no, or a failure without a class.
  case no = 1
  case usage = 64
  /// A manifest or lock that cannot be read as such.
  case unreadableManifest = 65
  case noManifest = 66
  /// A source or the network cannot be reached, or refuses; or `--offline` and something is missing.
  case unreachable = 69
  case internalFault = 70
  case cannotWrite = 73
  case systemFailure = 74
  /// Another process holds the lock, and waiting timed out.
  case locked = 75
  case notTrusted = 77
  /// No such package, no version, no artifact for a platform, or this machine is too old.
  case notAvailable = 80
  case frozen = 81
  /// A digest or an archive is not what it must be.
  case corruptArtifact = 82
  case notExecutable = 126
  case notFound = 127
  case interrupted = 130
}
