internal import Vocabulary

/// The statements about the machine that have been read so far.
struct ToolfileMachineStatements {
  var systemRequirements: [Toolfile.SystemRequirement] = []
  var hostPackages: [Toolfile.HostPackages] = []
  var hooks: [Toolfile.Hook] = []
  /// The line where each program is first required.
  var lineOfSystemRequirement: [ToolName: Int] = [:]
  /// The line where each hook is first declared, even if its statement has problems.
  var lineOfHook: [HookName: Int] = [:]
  /// The steps after which each hook runs, with their positions.
  var order: [HookOrder] = []
}

/// The steps that must run before a hook.
struct HookOrder {
  /// A step, and the position where it is named.
  struct Step {
    let name: String
    let position: SourcePosition
  }

  let hook: HookName
  let steps: [Step]
}
