internal import Diagnostics
internal import Terminal

/// The words that users of other version managers, of Bundler, or of package managers type, and
/// what to type here instead. If a command of bootstrap means the same, the word is an alias of
/// that command and is not in this list.
enum ForeignWord {
  /// Returns the command lines to use instead of a command that does not exist, or none if the word
  /// is not known.
  ///
  /// - Parameters:
  ///   - word: The unknown command.
  ///   - arguments: The words that follow it. The command lines contain them where they fit.
  static func counterparts(of word: String, with arguments: [String] = []) -> [String] {
    counterparts(of: word, with: arguments, in: lines)
  }

  /// Returns the problem with the arguments of a command. If other programs have a command of this
  /// name that takes such arguments, the problem includes the command lines to use instead.
  static func completing(_ problem: UsageProblem, with arguments: [String]) -> UsageProblem {
    guard case .unexpectedArgument(let argument, let command, _) = problem else { return problem }
    return .unexpectedArgument(
      argument, command: command,
      counterparts: counterparts(of: command, with: arguments, in: linesForArguments))
  }

  private static let command = "COMMAND"

  /// Returns the command lines of the entry for a word with its first argument or, if there is
  /// none, of the entry for the word alone.
  private static func counterparts(
    of word: String, with arguments: [String], in list: [(words: [String], lines: [String])]
  ) -> [String] {
    func lines(for words: String) -> [String]? {
      list.first { $0.words.contains(words) }?.lines
    }
    if let first = arguments.first, let lines = lines(for: "\(word) \(first)") {
      return lines.map { completed($0, with: arguments.dropFirst()) }
    }
    return (lines(for: word) ?? []).map { completed($0, with: arguments[...]) }
  }

  /// Returns a command line with the arguments in place of its words in capitals, in order. A tool
  /// and a version may be one argument: `node@24`. `COMMAND` takes all arguments, and each other
  /// word takes one that is not an option.
  private static func completed(_ line: String, with arguments: ArraySlice<String>) -> String {
    if line.hasSuffix(command), !arguments.isEmpty {
      return String(line.dropLast(command.count))
        + arguments.map(shellWord).joined(separator: " ")
    }
    var rest = arguments.filter { !$0.hasPrefix("-") }
      .flatMap { $0.split(separator: "@", maxSplits: 1) }.map(String.init)[...]
    func completed(_ word: Substring) -> String {
      guard word.allSatisfy(\.isUppercase), let argument = rest.popFirst() else {
        return String(word)
      }
      return shellWord(argument)
    }
    return line.split(separator: " ").map { word in
      word.split(separator: "@").map(completed).joined(separator: "@")
    }.joined(separator: " ")
  }

  /// The command lines that each word can mean. Each word occurs once, alone or with the argument
  /// that decides its meaning. Words in capitals are arguments.
  static let lines: [(words: [String], lines: [String])] = [
    (["set", "switch"], ["bootstrap local TOOL VERSION"]),
    (["pin"], ["bootstrap hold TOOL", "bootstrap local TOOL VERSION"]),
    (["unset", "unpin"], ["bootstrap local --unset TOOL"]),
    (["unuse"], ["bootstrap remove TOOL", "bootstrap local --unset TOOL"]),
    (["default", "alias"], ["bootstrap global TOOL VERSION"]),
    (["installed"], ["bootstrap list", "bootstrap versions"]),
    (["show", "version-name", "version-origin"], ["bootstrap version"]),
    (["version-file", "version-file-read"], ["bootstrap which -v NAME"]),
    (
      ["list-remote", "list-all", "list-versions", "latest"],
      ["bootstrap versions --available TOOL"]
    ),
    (["where", "dir", "path"], ["bootstrap prefix TOOL"]),
    (["whereis", "what-is", "who", "provides", "shim-versions"], ["bootstrap whence NAME"]),
    (["reshim", "shim", "relink", "link"], ["bootstrap rehash"]),
    (["shims"], ["ls \"$(bootstrap root)/shims\""]),
    (["do", "each"], ["bootstrap exec -- \(command)"]),
    (
      ["i", "install-all", "ensure", "bundle", "bootstrap", "fetch", "get"], ["bootstrap install"]
    ),
    (["ci"], ["bootstrap install --frozen"]),
    (["up", "bump"], ["bootstrap update"]),
    (
      ["rm", "delete", "erase", "purge"],
      ["bootstrap remove TOOL", "bootstrap uninstall TOOL@VERSION"]
    ),
    (["clean", "cleanup", "gc", "autoremove", "tidy"], ["bootstrap prune"]),
    (["restore", "undelete"], ["bootstrap trash restore"]),
    (["vendor", "package", "pack"], ["bootstrap cache add --all-platforms"]),
    (["create", "new"], ["bootstrap init"]),
    (["status-check", "ok"], ["bootstrap check"]),
    (
      [
        "find", "plugin", "plugins", "plugin add", "plugins add", "plugin install",
        "plugins install", "plugin-list", "plugin-add",
      ],
      ["bootstrap search WORD"]
    ),
    (["tap"], ["bootstrap help registry"]),
    (["deps", "graph"], ["bootstrap tree"]),
    (["settings", "setting", "configure"], ["bootstrap config"]),
    (["commands"], ["bootstrap help"]),
  ]

  /// The command lines to use instead of a command of bootstrap whose arguments differ from those
  /// of a command of the same name elsewhere. Each command occurs alone or with the argument that
  /// decides its meaning.
  static let linesForArguments: [(words: [String], lines: [String])] = [
    (["list all"], ["bootstrap versions --available TOOL"]),
    (["list"], ["bootstrap versions TOOL"]),
    (["env"], ["bootstrap exec -- \(command)"]),
  ]
}
