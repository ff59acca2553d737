/// The bytes are the ones that were locked, and they cannot be installed.
package struct ArtifactProblem: Error, Hashable, Sendable {
  package enum Fault: Hashable, Sendable {
    /// The archive's own structure: `reason` in libarchive's or our reader's words.
    case unreadable(reason: String)
    /// A format that only a newer bootstrap unpacks.
    case unknownFormat(String)
    case member(String, MemberFault)
    /// More than a limit admits.
    case tooLarge(ArtifactLimit)
    /// Executables that the lock says it provides, and that are not in it.
    case missingExecutables([String])
  }

  /// What an archive may hold at most.
  package enum ArtifactLimit: Hashable, Sendable {
    case files(Int)
    /// Bytes, unpacked.
    case size(Int)
    /// Times its own size, unpacked.
    case ratio(Int)
    /// Bytes of the list of its entries.
    case directory(Int)
  }

  /// What is wrong with one entry of an archive.
  package enum MemberFault: Hashable, Sendable {
    case leavesDirectory
    case linkLeavesDirectory(target: String)
    case duplicate
    /// It is a file or a link where another entry needs a folder, or the other way about.
    case fileAndFolder
    case differsOnlyInCase(other: String)
    case encrypted
    case unsupportedKind
    case badName
  }

  package let tool: String
  package let version: String
  /// Where the bytes came from, without credentials.
  package let url: String
  /// Who asked for them. nil where it is not known.
  package let origin: Origin?
  package let fault: Fault

  package init(tool: String, version: String, url: String, origin: Origin? = nil, fault: Fault) {
    self.tool = tool
    self.version = version
    self.url = url
    self.origin = origin
    self.fault = fault
  }

  package var exitCode: ExitCode { .corruptArtifact }
}
