internal import TextSearch

/// The meaning of an argument or of an option's value, for completion in a shell.
///
/// It is derived from the placeholder that help shows, such as `TOOL[@VERSION]`, so a new command
/// needs no other description.
package enum ArgumentKind: Hashable, Sendable {
  /// What `bootstrap complete-words` lists.
  package enum WordList: String, CaseIterable, Sendable {
    case tools, versions, executables, groups, platforms, sources, settings
    /// Tools or, after an `@`, versions of a tool: `ruff@0.17.6`.
    case toolVersions = "tool-versions"
  }

  case words(WordList)
  /// One of a few words.
  case choice([String])
  /// A command of bootstrap.
  case command
  /// Any program, with arguments of its own.
  case program
  case file, folder
  /// Text that cannot be completed.
  case other

  /// Creates the kind of one placeholder without brackets: `TOOL@VERSION` or `bash|zsh|fish`.
  init(placeholder: String) {
    self =
      switch placeholder {
      case "TOOL": .words(.tools)
      case "TOOL@VERSION", "TOOL@REQUIREMENT": .words(.toolVersions)
      case "VERSION": .words(.versions)
      case "NAME": .words(.executables)
      case "GROUP", "GROUPS": .words(.groups)
      case "PLATFORM", "PLATFORMS", "LIST": .words(.platforms)
      case "SOURCE": .words(.sources)
      case "KEY": .words(.settings)
      case "COMMAND": .command
      case "FILE": .file
      case "DIR", "DIRECTORY": .folder
      case "WHEN": .choice(["auto", "always", "never"])
      case "FORMAT": .choice(["text", "dot", "mermaid", "json"])
      default: Self.choice(in: placeholder)
      }
  }

  /// Returns the words of `bash|zsh|fish`, or ``other`` if `placeholder` is not written in
  /// lowercase.
  private static func choice(in placeholder: String) -> ArgumentKind {
    let isLiteral = !placeholder.isEmpty && placeholder.allSatisfy { $0.isLowercase || $0 == "|" }
    return isLiteral ? .choice(placeholder.split(separator: "|").map(String.init)) : .other
  }
}

extension CommandSyntax.Option {
  /// The kind of the option's value, or `nil` for a flag.
  package var kind: ArgumentKind? {
    guard let value = value?.filter({ $0 != "[" && $0 != "]" }) else { return nil }
    if value != "NAME" { return ArgumentKind(placeholder: value) }
    return name == "--group" ? .words(.groups) : .other
  }
}

extension CommandSyntax {
  /// The kinds of the arguments, in order.
  package struct ArgumentKinds: Hashable, Sendable {
    package let kinds: [ArgumentKind]
    /// Whether all further arguments have the last kind.
    package let repeatsLast: Bool
  }

  /// The kinds of the arguments, as the placeholder describes them.
  package var argumentKinds: ArgumentKinds {
    switch arguments {
    case .none: return ArgumentKinds(kinds: [], repeatsLast: false)
    case .command(let placeholder):
      // The words after a tool are arguments of its program.
      return placeholder.hasPrefix("TOOL")
        ? ArgumentKinds(kinds: [.words(.toolVersions), .file], repeatsLast: true)
        : ArgumentKinds(kinds: [.program], repeatsLast: true)
    case .list(let placeholder, _, _):
      if placeholder.contains(" | ") { return Self.subcommands(placeholder) }
      let words = placeholder.filter { $0 != "[" && $0 != "]" }.split(separator: " ")
        .filter { !$0.hasPrefix("-") }
      return ArgumentKinds(
        kinds: words.map {
          ArgumentKind(placeholder: $0.hasSuffix("…") ? String($0.dropLast()) : String($0))
        },
        repeatsLast: words.last?.hasSuffix("…") ?? false)
    }
  }

  /// Returns the kinds of `check FILE | new TOOL`: a word, then files. If all words are followed by
  /// the same kind, as in `get KEY | set KEY VALUE`, this kind comes before the files.
  private static func subcommands(_ placeholder: String) -> ArgumentKinds {
    let forms = placeholder.filter { $0 != "[" && $0 != "]" }.replacing(" | ", with: "\n")
      .split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    let words = forms.compactMap(\.first).filter { $0.allSatisfy(\.isLowercase) }
    var kinds: [ArgumentKind] = words.isEmpty ? [] : [.choice(words)]
    let seconds = Set(forms.compactMap { $0.dropFirst().first })
    if seconds.count == 1, let second = seconds.first {
      let kind = ArgumentKind(placeholder: second)
      if kind != .file { kinds.append(kind) }
    }
    return ArgumentKinds(kinds: kinds + [.file], repeatsLast: true)
  }
}
