/// An artifact whose bytes match the lock but that cannot be installed.
package struct ArtifactProblem: Error, Hashable, Sendable {
  package enum Fault: Hashable, Sendable {
    case archive(ArchiveFault)
    /// A format that only a newer bootstrap can unpack.
    case unknownFormat(String)
    /// Executables that the lock says it provides, and that are not in it.
    case missingExecutables([String])
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
