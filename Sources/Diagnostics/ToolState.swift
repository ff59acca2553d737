package import Vocabulary

/// A tool that is used in a folder, and the current stage of its installation.
package struct ToolState: Hashable, Sendable {
  /// The progress of an installation. Sizes are in bytes.
  package enum Stage: Hashable, Sendable {
    /// The lock does not contain the tool yet.
    case notLocked
    /// The project does not use the tool on this platform.
    case notForPlatform(Platform)
    /// The version is not installed, and no process is installing it.
    case missing
    /// `received` bytes of the files have arrived. `total` is `nil` if no lock contains the size.
    case downloading(received: Int, total: Int?)
    case unpacking
    case building
    /// The files are complete, and become visible together with the files of the other tools.
    case staged
    /// `size` is the total size of all files, or `nil` if it is not recorded, as for a system
    /// program.
    case installed(size: Int?)
  }

  package let tool: ToolName
  /// The version that runs, or else the pinned or locked version. `nil` if no version is locked
  /// yet.
  package let version: String?
  /// The content id of the version, or `nil` if it is unknown.
  package let id: ContentID?
  /// The place that pins, locks, or declares the tool.
  package let origin: Origin
  package let stage: Stage

  /// Creates the state of a tool. The properties describe the parameters.
  package init(
    tool: ToolName, version: String?, id: ContentID?, origin: Origin, stage: Stage
  ) {
    self.tool = tool
    self.version = version
    self.id = id
    self.origin = origin
    self.stage = stage
  }
}

extension ToolState.Stage {
  /// Whether another process is working on the version.
  package var isInProgress: Bool {
    switch self {
    case .downloading, .unpacking, .building, .staged: true
    case .notLocked, .notForPlatform, .missing, .installed: false
    }
  }
}
