package import Diagnostics
package import Filesystem
package import Manifests
internal import Trust
package import Vocabulary

/// A step of a machine's set-up.
package struct SetupStep: Sendable {
  /// What the step does.
  package enum Action: Sendable {
    case system(Toolfile.SystemRequirement)
    case host(HostPackageManager, [String])
    case tools
    case hook(Toolfile.Hook)
    case shell
  }

  package let name: SetupStepName
  package let action: Action
  /// The folder of the Toolfile that asks for the step.
  package let folder: FilePath
  /// The digest of what the step does, in hexadecimal digits. The record of a step with another
  /// digest is that of another step.
  package let digest: String

  /// Creates a step.
  package init(_ name: SetupStepName, _ action: Action, in folder: FilePath) {
    self.name = name
    self.action = action
    self.folder = folder
    // Every text ends with NUL, which a Toolfile cannot contain.
    var parts = [name.id]
    switch action {
    // Of the files that the hook uses, only those that it lists count: it may make the others.
    case .hook(let hook):
      parts += hook.run + ["check", hook.check ?? ""]
      let files = HookText(hook, in: folder).files.filter { hook.files.contains($0.path) }
      parts += files.map { "\($0.path) \($0.content)" }
    case .host(_, let packages): parts += packages.sorted()
    case .system(let requirement): parts.append("\(requirement.requirement.value)")
    case .tools, .shell: break
    }
    digest = SHA256Digest(of: parts.map { $0 + "\0" }.joined()).hexadecimal
  }

  /// Whether the step is carried out even if it is done: a hook with neither `check:` nor `once:`.
  package var runsEveryTime: Bool {
    guard case .hook(let hook) = action else { return false }
    return hook.check == nil && !hook.isOnce
  }

  /// The location that asks for the step, or `nil` if it is the step of a whole file.
  package var origin: Origin? {
    switch action {
    case .system(let requirement): requirement.origin
    case .hook(let hook): hook.origin
    case .host, .tools, .shell: nil
    }
  }
}
