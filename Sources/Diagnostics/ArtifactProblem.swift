/// Bytes that came are not what they must be. Nothing of them was unpacked or kept.
package struct ArtifactProblem: Error, Hashable, Sendable {
  package enum Fault: Hashable, Sendable {
    /// Both in hex.
    case digest(expected: String, actual: String)
    /// Both in bytes.
    case size(expected: Int, actual: Int)
    /// The archive's own structure: `reason` in libarchive's or our reader's words.
    case unreadable(reason: String)
    case member(String, MemberFault)
    /// More than a limit admits: `what` counts entries or bytes.
    case tooLarge(what: String, limit: Int)
    /// Executables that the lock says it provides, and that are not in it.
    case missingExecutables([String])
  }

  /// What is wrong with one entry of an archive.
  package enum MemberFault: Hashable, Sendable {
    case leavesDirectory
    case linkLeavesDirectory(target: String)
    case duplicate
    case differsOnlyInCase(other: String)
    case encrypted
    case unsupportedKind
    case badName
    /// A script that runs only with a Python environment around it.
    case needsPython
  }

  package let tool: String
  package let version: String
  /// Where the bytes came from, without credentials.
  package let url: String
  package let fault: Fault

  package init(tool: String, version: String, url: String, fault: Fault) {
    self.tool = tool
    self.version = version
    self.url = url
    self.fault = fault
  }

  package var exitCode: ExitCode { .corruptArtifact }
}
