package import Diagnostics
package import Filesystem
package import Manifests
internal import Trust
package import Vocabulary

/// A step of a machine setup.
package struct SetupStep: Sendable {
  /// The action of the step.
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
  /// The digest of the step's content, in hexadecimal digits. A record with a different digest is
  /// for a different step.
  package let digest: String

  /// Creates a step.
  package init(_ name: SetupStepName, _ action: Action, in folder: FilePath) {
    self.name = name
    self.action = action
    self.folder = folder
    // NUL ends every text, because a Toolfile cannot contain it.
    var parts = [name.id]
    switch action {
    // Only listed files count, because the hook can create the other files that it uses.
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

  /// Whether the step runs even if it is done: a hook with neither `check:` nor `once:`.
  package var runsEveryTime: Bool {
    guard case .hook(let hook) = action else { return false }
    return hook.check == nil && !hook.isOnce
  }

  /// The location of the statement for the step, or `nil` if the step is for the whole file.
  package var origin: Origin? {
    switch action {
    case .system(let requirement): requirement.origin
    case .hook(let hook): hook.origin
    case .host, .tools, .shell: nil
    }
  }
}
