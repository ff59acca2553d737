internal import Diagnostics
internal import Manifests
internal import Setup
internal import Trust
internal import Vocabulary

/// What the user has accepted that the hooks of a plan run.
///
/// A hook may create files that its own command lines, or those of a later hook, name. These need
/// no further consent, because the user has accepted the hook. All other files must stay unchanged.
struct AcceptedHooks {
  private struct Hook {
    let hook: Toolfile.Hook
    let part: SetupRequest.Part
    var text: HookText

    /// What the hook would run now.
    var current: HookText { HookText(hook, in: part.hookFolder) }
  }

  private let actions: any SetupActions
  private var hooks: [SetupStepName: Hook] = [:]

  /// Reads what the open hooks of a plan run.
  ///
  /// - Throws: ``Problem/trust(_:)`` if the user has not accepted all of it.
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

  /// Checks that what a hook is about to run is what was accepted.
  ///
  /// - Throws: ``Problem/trust(_:)`` if a file has changed, and the user has not accepted it so.
  func check(_ name: SetupStepName) throws(Problem) {
    guard let hook = hooks[name] else { return }
    let text = hook.current
    if text == hook.text { return }
    try actions.checkConsent(to: text, from: hook.hook.origin, of: hook.part)
  }

  /// Extends the consent to the files that a hook has made. It may also have changed its own,
  /// unless the Toolfile lists them.
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
