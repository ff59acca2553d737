package import Vocabulary

/// Everything that was considered to select the version of a tool or the program of a name, as
/// `which -v` and `version -v` list it.
package struct SelectionReport: Hashable, Sendable {
  /// A variable or file that was considered for a tool.
  package struct Step: Hashable, Sendable {
    package let tool: ToolName
    /// The variable, or the file with the line that names the tool.
    package let origin: Origin
    package let outcome: Outcome

    /// Creates a step. `origin` is the variable, or the file with the line that names the tool.
    package init(tool: ToolName, origin: Origin, _ outcome: Outcome) {
      self.tool = tool
      self.origin = origin
      self.outcome = outcome
    }
  }

  /// What a variable or file contributed.
  package enum Outcome: Hashable, Sendable {
    /// The variable is not set.
    case unset
    /// The file does not name the tool.
    case silent
    /// The line names the tool by this alias, which pins cannot use.
    case alias(ToolName)
    /// Its version is selected.
    case decides(version: PinnedVersion)
    /// A step with precedence names the tool.
    case overridden(version: PinnedVersion?)
    /// Its version does not provide the executable.
    case lacksExecutable(version: PinnedVersion)
    /// Its version was built from source for another path or another system.
    case misfit(BuildMisfit, version: PinnedVersion)
    /// The project may not use the executable yet.
    case withheld(version: PinnedVersion)
    /// The lock has no artifact of the tool for this platform.
    case otherPlatform(version: PinnedVersion)
    /// Another version manager's file that cannot be followed.
    case passedOver(PassedOverPin.Reason)
    /// It cannot be read, or a Toolfile that names the tool has no lock.
    case faulty(Problem)
  }

  /// A program of the same name on `PATH`.
  package struct OtherProgram: Hashable, Sendable {
    package let path: String
    /// Whether its folder comes before that of the shims, so that it runs instead of the shim.
    package let hidesShim: Bool
    /// Whether it is the selected program, which the direct mode and `exec` put before the shim.
    package let isSelected: Bool

    /// Creates a program. `hidesShim` is whether its folder comes before that of the shims.
    package init(path: String, hidesShim: Bool, isSelected: Bool) {
      self.path = path
      self.hidesShim = hidesShim
      self.isSelected = isSelected
    }
  }

  /// The steps for each tool, in the order of precedence.
  package var steps: [Step]
  /// The folder of the selected installation, or `nil` if none is selected.
  package var installation: String?
  /// The shim of the name, or `nil` if there is none.
  package var shim: String?
  /// Whether the folder of the shims is on `PATH`.
  package var isShimOnPath = false
  /// Why the selected tool runs through its shim although the shell is in direct mode, or `nil` if
  /// the tool runs directly or the shell is in another mode.
  package var shimReason: ShimReason?
  /// The other programs of the name on `PATH`, in this order.
  package var programs: [OtherProgram] = []

  /// Creates a report of steps alone.
  package init(steps: [Step]) { self.steps = steps }
}
