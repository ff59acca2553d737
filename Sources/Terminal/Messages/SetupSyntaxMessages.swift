internal import Diagnostics
internal import Vocabulary

// Faults in a Toolfile's statements about the machine.
extension SyntaxFault {
  /// The sentence of a fault in such a statement.
  var setupSentence: String {
    switch self {
    case .noPlatformLeftForHook(let name):
      "no platform is left for \(literal(name.text)): its `on:` and the enclosing `on` have none "
        + "in common"
    case .inGroup(let word):
      "\(literal(word)) cannot be in a `group`, because it applies to the whole machine"
    case .hostPackage(let text, let manager):
      "\(literal(text)) is not a valid \(manager.nameNoun)"
    case .hookName(_, .empty): "the hook name is empty"
    case .hookName(let text, let fault):
      "\(literal(text)) is not a hook name: \(fault.sentence)"
    case .reservedHookName(let name):
      "a hook cannot be named \(literal(name.text)), which is a kind of step"
    case .duplicateName(let name, let line): "\(literal(name)) is already declared on line \(line)"
    case .unknownStep(let text, _): "there is no step \(literal(text))"
    case .hookCycle(let places): Self.cycle(places)
    case .noVersionCommand(let tool, _):
      "no definition says how to ask \(literal(tool.text)) for its version"
    case .onceWithCheck: "`once:` and `check:` exclude each other"
    case .pathOutsideFolder(let text):
      "\(literal(text)) is not a relative path inside the Toolfile's folder"
    default: ""
    }
  }

  /// The advice about a fault in such a statement.
  var setupFacts: [(label: String, text: String)] {
    switch self {
    case .hostPackage(let text, let manager): manager.nameAdvice(text).map { [("try", $0)] } ?? []
    case .onceWithCheck:
      [("try", "remove `once:`; with `check:`, the hook runs only if the check fails")]
    case .noVersionCommand(let tool, _):
      [
        (
          "try",
          "add `version_command \"\(tool)\", \"--version\"` to its definition in your own "
            + "registry"
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
    return "hooks wait for each other: " + names.joined(separator: " → ")
  }
}

extension HostPackageManager {
  /// What identifies a package to the manager.
  fileprivate var nameNoun: String {
    switch self {
    case .apt, .dnf, .apk, .pacman: "\(rawValue) package name"
    case .brew: "Homebrew formula name"
    case .cask: "Homebrew cask name"
    case .mas: "Mac App Store app number"
    }
  }

  /// The advice about an invalid name, or `nil` if there is none.
  fileprivate func nameAdvice(_ text: String) -> String? {
    if self == .mas { return "use the number at the end of the app's address, such as `497799835`" }
    if text.contains(where: { "=<>~".contains($0) }) {
      return "use the name alone; the package manager chooses the version"
    }
    if self == .apt, let last = text.last, "+-".contains(last) {
      return "remove the last character, which `apt` reads as an action"
    }
    return nil
  }
}
