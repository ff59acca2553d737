package import Filesystem
internal import Installation
internal import Manifests
internal import Projects
package import Vocabulary

/// A file that an install by a lock needs.
package struct MirroredFile: Sendable {
  /// The content of a file.
  enum Content: Sendable {
    /// An artifact or a part, with the installation that it belongs to.
    case locked(PlannedFile, PlannedInstallation)
    /// An attestation, by which the publisher of the tool is proved.
    case attestation
  }

  let content: Content
  package let tool: ToolName
  package let version: VersionText
  /// The platform for which the file is needed, or `nil` for all.
  package let platform: Platform?
  /// The name and version of the part, or `nil` for the artifact of the tool and its attestation.
  package let part: String?
  package let digest: SHA256Digest
  /// The size in bytes, or `nil` for an attestation, whose size a lock does not state.
  package let size: Int?
  /// The folder of the lock.
  package let folder: FilePath

  /// Creates a file of an installation.
  init(_ file: PlannedFile, of planned: PlannedInstallation, folder: FilePath) {
    content = .locked(file, planned)
    tool = planned.tool
    version = planned.version
    platform = planned.artifact.platform
    part = planned.partTitle(file)
    digest = file.digest
    size = file.size
    self.folder = folder
  }

  /// Creates an attestation.
  init(_ bundle: LockedVerification.Bundle, of tool: LockedTool, folder: FilePath) {
    content = .attestation
    self.tool = tool.name
    version = tool.version
    platform = bundle.file.platform
    part = bundle.file.part.map { "\($0.name) \($0.version)" }
    digest = bundle.digest
    size = nil
    self.folder = folder
  }

  /// Whether the file is an attestation.
  package var isAttestation: Bool { if case .attestation = content { true } else { false } }
}
