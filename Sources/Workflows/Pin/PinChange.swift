package import Diagnostics
package import Filesystem
internal import Projects
package import Vocabulary

/// The version to pin, as ``PinWorkflow/choice(of:typed:isInstalling:_:)`` chose it.
package struct ChosenPin: Sendable {
  package let tool: ToolName
  package let version: PinnedVersion
  /// The project whose Toolfile is beside the file of pins, or `nil` if there is none.
  let project: Project?
  /// What was installed for the pin, or `nil` if nothing was to be installed.
  package let report: InstallWorkflow.Report?
}

/// A pin that was written.
package struct PinChange: Sendable {
  package let tool: ToolName
  package let version: PinnedVersion
  /// The pin in the file, or `nil` if it is not there.
  package let pin: ToolPin?
  /// What the pin does not change, or changes besides.
  package let notices: [Notice]
}

/// The pins of one file. Empty if there is no such file.
package struct PinList: Sendable {
  package let path: FilePath
  package let pins: [ToolPin]
}
