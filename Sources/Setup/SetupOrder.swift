package import Diagnostics
package import Manifests
internal import Vocabulary

/// The order of the steps of one Toolfile.
///
/// System programs, packages, tools, and the shell come in this order. A hook runs after the tools,
/// or as early as possible after the steps in its `after:`. Otherwise, hooks keep the order of the
/// file.
package struct SetupOrder: Sendable {
  /// The kinds of steps between which hooks run.
  package static let phases: [SetupStepName.Kind] = [.system, .host, .tools, .shell]

  /// The hooks before each phase, followed by the hooks after the last phase.
  package let hooks: [[Toolfile.Hook]]

  /// Orders the hooks of a file. Every `after:` must be valid.
  ///
  /// - Parameters:
  ///   - hooks: The hooks of this platform, in the order of the file.
  ///   - all: All hooks of the file. A hook for another platform delays nothing.
  package init(_ hooks: [Toolfile.Hook], among all: [Toolfile.Hook]) {
    var waiting = hooks
    var placed = Set(all.map(\.name.text)).subtracting(hooks.map(\.name.text))
    var segments: [[Toolfile.Hook]] = []
    for phase in Self.phases.map(Optional.some) + [nil] {
      var segment: [Toolfile.Hook] = []
      while let index = waiting.firstIndex(where: { Self.needs(of: $0).isSubset(of: placed) }) {
        let hook = waiting.remove(at: index)
        placed.insert(hook.name.text)
        segment.append(hook)
      }
      segments.append(segment)
      if let phase { placed.insert(phase.rawValue) }
    }
    // The parser refuses cycles and unknown names, so every hook has been placed by now.
    segments[segments.count - 1] += waiting
    self.hooks = segments
  }

  private static func needs(of hook: Toolfile.Hook) -> Set<String> {
    Set(hook.after.isEmpty ? [SetupStepName.Kind.tools.rawValue] : hook.after)
  }
}
