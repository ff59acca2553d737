package import Diagnostics
package import Filesystem
internal import Projects
package import Vocabulary

/// The version that ``PinWorkflow/choice(of:typed:isInstalling:_:)`` has chosen to pin.
package struct ChosenPin: Sendable {
  package let tool: ToolName
  package let version: PinnedVersion
  /// The project whose Toolfile is beside the file of pins, or `nil` if there is none.
  let project: Project?
  /// The report of the install, or `nil` if none was requested.
  package let report: InstallWorkflow.Report?
}

/// A pin that has been written.
package struct PinChange: Sendable {
  package let tool: ToolName
  package let version: PinnedVersion
  /// The pin as the file now contains it, or `nil` if it does not.
  package let pin: ToolPin?
  /// Notices about side effects of the pin, and about what overrides it.
  package let notices: [Notice]
}

/// The pins of a file. Empty if the file is missing.
package struct PinList: Sendable {
  package let path: FilePath
  package let pins: [ToolPin]
}
