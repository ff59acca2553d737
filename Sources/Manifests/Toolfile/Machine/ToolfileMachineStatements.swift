internal import Vocabulary

/// The statements of a Toolfile that only the set-up of a machine reads, as far as they are read.
struct ToolfileMachineStatements {
  var systemRequirements: [Toolfile.SystemRequirement] = []
  var hostPackages: [Toolfile.HostPackages] = []
  var hooks: [Toolfile.Hook] = []
  /// The line where each program is first required.
  var lineOfSystemRequirement: [ToolName: Int] = [:]
  /// The line where each hook is first declared, even if its statement has problems.
  var lineOfHook: [HookName: Int] = [:]
  /// What each hook runs after, with positions.
  var order: [HookOrder] = []
}

/// The steps that must be done before a hook.
struct HookOrder {
  /// A step and the position that names it.
  struct Step {
    let name: String
    let position: SourcePosition
  }

  let hook: HookName
  let steps: [Step]
}
