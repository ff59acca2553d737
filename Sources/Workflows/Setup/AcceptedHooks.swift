internal import Diagnostics
internal import Manifests
internal import Setup
internal import Trust
internal import Vocabulary

/// The hooks of a plan as the user has accepted them.
///
/// A hook can create files that its own command lines or a later hook's mention. These files need
/// no further consent, because the user has accepted the hook that created them. All other files
/// must stay unchanged.
struct AcceptedHooks {
  private struct Hook {
    let hook: Toolfile.Hook
    let part: SetupRequest.Part
    var text: HookText

    /// The current text of the hook.
    var current: HookText { HookText(hook, in: part.hookFolder) }
  }

  private let actions: any SetupActions
  private var hooks: [SetupStepName: Hook] = [:]

  /// Reads the open hooks of a plan.
  ///
  /// - Throws: ``Problem/trust(_:)`` if the user has not accepted all of them.
  init(
    _ plan: SetupPlan, _ request: SetupRequest, _ actions: any SetupActions
  ) throws(Problem) {
    self.actions = actions
    for entry in plan.open {
      guard case .hook(let hook) = entry.step.action else { continue }
      let part = request.parts[entry.partIndex]
      let text = HookText(hook, in: part.hookFolder)
      try actions.checkConsent(to: text, from: hook.origin, of: part)
      hooks[entry.step.name] = Hook(hook: hook, part: part, text: text)
    }
  }

  /// Checks that a hook that is about to run is as the user accepted it.
  ///
  /// - Throws: ``Problem/trust(_:)`` if a file has changed without the user's consent.
  func check(_ name: SetupStepName) throws(Problem) {
    guard let hook = hooks[name] else { return }
    let text = hook.current
    if text == hook.text { return }
    try actions.checkConsent(to: text, from: hook.hook.origin, of: hook.part)
  }

  /// Extends the consent to the files that a hook created or changed, except for changes to files
  /// that the Toolfile lists.
  mutating func extend(after name: SetupStepName) throws(Problem) {
    for (other, hook) in hooks {
      let text = hook.current
      let kept = hook.text.files.filter { other != name || hook.hook.files.contains($0.path) }
      if text == hook.text || !kept.allSatisfy(text.files.contains) { continue }
      try actions.extendConsent(to: text, of: hook.part)
      hooks[other]?.text = text
    }
  }
}
