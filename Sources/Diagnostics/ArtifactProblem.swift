package import Vocabulary

/// An artifact that matches the lock but cannot be installed.
package struct ArtifactProblem: Error, Hashable, Sendable {
  /// A reason an artifact cannot be installed.
  package enum Fault: Hashable, Sendable {
    case archive(ArchiveFault)
    /// The format requires a newer bootstrap than this one, which supports `known`.
    case unknownFormat(String, known: [String])
    /// The artifact provides executables that the lock does not list.
    case wrongExecutables(locked: [ExecutableName], found: [ExecutableName])
    /// The artifact lacks executables that the lock lists. `files` lists the paths of the files
    /// that it has instead, or some of them if there are many.
    case missingExecutables([MissingExecutable], files: [String])
    /// A gem, which may be a part, cannot be installed.
    case gem(String, GemFault)
  }

  /// An executable that the artifact lacks.
  package struct MissingExecutable: Hashable, Sendable {
    package let name: ExecutableName
    /// The path in the artifact that the Toolfile specifies, or `nil` if it specifies none.
    package let path: String?

    /// Creates a missing executable. Omit `path` if the Toolfile specifies none.
    package init(_ name: ExecutableName, at path: String? = nil) {
      self.name = name
      self.path = path
    }
  }

  package let tool: ToolName
  package let version: String
  /// The part at fault with its version, such as `json 2.9.1`, or `nil` for the artifact itself.
  package let part: String?
  /// The address of the download, without credentials.
  package let url: String
  /// The origin of the request for the artifact, or `nil` if it is unknown.
  package let origin: Origin?
  package let fault: Fault

  /// Creates a problem. ``Problem/fillingOrigins(with:)`` can supply a missing `origin`.
  package init(
    tool: ToolName, version: String, part: String? = nil, url: String, origin: Origin? = nil,
    fault: Fault
  ) {
    self.tool = tool
    self.version = version
    self.part = part
    self.url = url
    self.origin = origin
    self.fault = fault
  }

  /// The exit code for this problem.
  package var exitCode: ExitCode { .corruptArtifact }
}
