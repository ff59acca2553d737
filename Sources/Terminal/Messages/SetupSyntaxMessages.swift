internal import Diagnostics
internal import Vocabulary

// Faults in the statements of a Toolfile that only the set-up of a machine reads.
extension SyntaxFault {
  /// The sentence of a fault in such a statement.
  var setupSentence: String {
    switch self {
    case .noPlatformLeftForHook(let name):
      "no platform is left for \(literal(name.text)): its `on:` and the enclosing `on` have none "
        + "in common"
    case .inGroup(let word):
      "\(literal(word)) is not allowed in a `group`, because it is for the whole machine"
    case .hostPackage(let text, let manager):
      "\(literal(text)) is not the name of \(manager.packageNoun)"
    case .hookName(_, .empty): "the name of the hook is empty"
    case .hookName(let text, let fault):
      "\(literal(text)) is not the name of a hook: \(fault.sentence)"
    case .reservedHookName(let name):
      "a hook cannot be called \(literal(name.text)), which names other steps of `bootstrap setup`"
    case .duplicateName(let name, let line): "\(literal(name)) is already declared on line \(line)"
    case .unknownStep(let text, _): "there is no step \(literal(text))"
    case .hookCycle(let places): Self.cycle(places)
    case .noVersionCommand(let tool, _):
      "no definition says how to ask \(literal(tool.text)) for its version"
    case .onceWithCheck: "`once:` and `check:` contradict each other"
    case .pathOutsideFolder(let text):
      "\(literal(text)) is not a path in the folder of the Toolfile"
    default: ""
    }
  }

  /// The advice about a fault in such a statement.
  var setupFacts: [(label: String, text: String)] {
    switch self {
    case .hostPackage(let text, let manager): manager.nameAdvice(text).map { [("try", $0)] } ?? []
    case .onceWithCheck:
      [("try", "leave out `once:`: the hook runs until its `check` succeeds")]
    case .noVersionCommand(let tool, _):
      [
        (
          "try",
          "add `version_command \"\(tool)\", \"--version\"` to its definition in a registry "
            + "of your own"
        )
      ]
    case .inGroup: [("try", "move it out of the `group`; it can be in an `on` block")]
    default: []
    }
  }

  private static func cycle(_ places: [HookPlace]) -> String {
    guard let first = places.first else { return "" }
    if places.count == 1 { return "\(literal(first.name.text)) cannot run after itself" }
    let names = (places + [first]).map { "\(literal($0.name.text)) (line \($0.line))" }
    return "these hooks wait for each other: " + names.joined(separator: ", ")
  }
}

extension HostPackageManager {
  /// What a name of the manager names, with an article.
  fileprivate var packageNoun: String {
    switch self {
    case .apt: "an apt package"
    case .dnf: "a dnf package"
    case .apk: "an apk package"
    case .pacman: "a pacman package"
    case .brew: "a Homebrew formula"
    case .cask: "a Homebrew cask"
    case .mas: "an app of the Mac App Store"
    }
  }

  /// What to write instead of a text that is no name, or `nil` if nothing is to be said.
  fileprivate func nameAdvice(_ text: String) -> String? {
    if self == .mas { return "the number at the end of the app's address, such as `497799835`" }
    if text.contains(where: { "=<>~".contains($0) }) {
      return "the name alone, because the package manager chooses the version"
    }
    if self == .apt, let last = text.last, "+-".contains(last) {
      return "the name without the last character, which `apt` takes as an action"
    }
    return nil
  }
}
