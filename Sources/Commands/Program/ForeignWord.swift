internal import Diagnostics
internal import Terminal
internal import Vocabulary

/// The words that users of other version managers, Bundler, and package managers type, and what to
/// type here instead. A word that means the same as a command of bootstrap is not in this list, but
/// an alias of that command.
enum ForeignWord {
  /// Returns the command lines to use instead of a command that does not exist, or none if the word
  /// is not known.
  ///
  /// - Parameters:
  ///   - word: The unknown command. If it is the name of another program, that program's command
  ///     follows, as in `bundle exec`.
  ///   - arguments: The words that follow it. The command lines contain them where they fit.
  ///   - commands: The commands of bootstrap.
  static func counterparts(
    of word: String, with arguments: [String] = [], among commands: [CommandSyntax] = []
  ) -> [String] {
    guard programs.contains(word), let first = arguments.first, !first.hasPrefix("-") else {
      return counterparts(of: word, with: arguments, in: lines)
    }
    let rest = Array(arguments.dropFirst())
    guard let command = commands.first(where: { $0.isCalled(first) }) else {
      return counterparts(of: first, with: rest, in: lines)
    }
    let words = ["bootstrap", command.name] + command.options(impliedBy: first) + rest
    return [words.map(shellWord).joined(separator: " ")]
  }

  /// Returns the problem with a command's arguments. If other programs have a command of this name
  /// that takes such arguments, adds the command lines to use instead.
  static func completing(_ problem: UsageProblem, with arguments: [String]) -> UsageProblem {
    guard case .unexpectedArgument(let argument, let command, _) = problem else { return problem }
    return .unexpectedArgument(
      argument, command: command,
      counterparts: counterparts(of: command, with: arguments, in: linesForArguments))
  }

  /// Returns whether a word is a tool with a version, such as `node@24`.
  private static func namesVersion(_ word: String) -> Bool {
    guard let end = word.firstIndex(of: "@") else { return false }
    return ToolName(word[..<end]) != nil
  }

  private static let command = "COMMAND"
  private static let tools = "TOOLS"
  private static let toolVersion = "TOOL@VERSION"

  /// Returns the command lines of the entry for a word with its first argument or, if there is no
  /// such entry, of the entry for the word with a tool and a version, or for the word alone.
  private static func counterparts(
    of word: String, with arguments: [String], in list: [(words: [String], lines: [String])]
  ) -> [String] {
    func lines(for words: String) -> [String]? {
      list.first { $0.words.contains(words) }?.lines
    }
    var rest = arguments[...]
    var found = lines(for: word) ?? []
    if let first = arguments.first {
      if let lines = lines(for: "\(word) \(first)") {
        rest = rest.dropFirst()
        found = lines
      } else if namesVersion(first), let lines = lines(for: "\(word) \(toolVersion)") {
        found = lines
      }
    }
    let answers = found.compactMap { completed($0, with: rest) }
    // A command line that drops a word is no answer if another one has a place for it.
    let complete = answers.filter { !$0.losesWords }
    return (complete.isEmpty ? answers : complete).map(\.text)
  }

  /// Replaces the words in capitals of a command line with the arguments, in order. Returns the
  /// result, and whether it drops some arguments. Returns `nil` if an argument sets an environment
  /// variable.
  ///
  /// `COMMAND` takes all arguments. `TOOLS` takes all arguments that are not options, and any other
  /// word takes one of these. A tool and a version may be one argument, such as `node@24`.
  private static func completed(
    _ line: String, with arguments: ArraySlice<String>
  ) -> (text: String, losesWords: Bool)? {
    if line.hasSuffix(command), !arguments.isEmpty {
      let words = arguments.map(shellWord).joined(separator: " ")
      return (line.dropLast(command.count) + words, false)
    }
    var rest = arguments.filter { !$0.hasPrefix("-") }[...]
    if rest.contains(where: isAssignment) { return nil }
    if line.hasSuffix(tools) {
      let words = line.split(separator: " ").dropLast().map(String.init) + rest.map(shellWord)
      return (words.joined(separator: " "), false)
    }
    rest = rest.flatMap { $0.split(separator: "@", maxSplits: 1) }.map(String.init)[...]
    func completed(_ word: Substring) -> String {
      guard word.allSatisfy(\.isUppercase), let argument = rest.popFirst() else {
        return String(word)
      }
      return shellWord(argument)
    }
    let text = line.split(separator: " ").map { word in
      word.split(separator: "@").map(completed).joined(separator: "@")
    }.joined(separator: " ")
    return (text, !rest.isEmpty)
  }

  /// Returns whether an argument sets an environment variable, as `FOO=1` does. Bootstrap has no
  /// command for that.
  private static func isAssignment(_ argument: String) -> Bool {
    guard let end = argument.firstIndex(of: "="), end > argument.startIndex else { return false }
    return argument[..<end].allSatisfy { $0.isUppercase || $0.isNumber || $0 == "_" }
  }

  /// The programs whose name may precede the command.
  private static let programs: Set = [
    "asdf", "brew", "bundle", "bundler", "gem", "mint", "mise", "rbenv",
  ]

  /// The command lines that each word can mean. Each word occurs once, alone or with the argument
  /// that decides its meaning. Words in capitals are arguments.
  static let lines: [(words: [String], lines: [String])] = [
    (["set", "switch"], ["bootstrap local TOOL VERSION"]),
    (["pin"], ["bootstrap hold TOOL", "bootstrap local TOOL VERSION"]),
    (["unset"], ["bootstrap local --unset TOOL"]),
    (["unpin", "unhold"], ["bootstrap hold --remove TOOL", "bootstrap local --unset TOOL"]),
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
      ["i", "install-all", "ensure", "bundle", "bootstrap", "fetch", "get"],
      ["bootstrap install TOOLS"]
    ),
    (["ci"], ["bootstrap install --frozen"]),
    (["up", "bump"], ["bootstrap update TOOLS"]),
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
    (["deps", "graph"], ["bootstrap tree TOOLS"]),
    (["settings", "setting", "configure"], ["bootstrap config"]),
    (["commands"], ["bootstrap help"]),
  ]

  /// The command lines to use instead of a command of bootstrap if another program has a command of
  /// the same name with different arguments. Each command occurs alone or with the argument that
  /// decides its meaning.
  static let linesForArguments: [(words: [String], lines: [String])] = [
    (["list all"], ["bootstrap versions --available TOOL"]),
    (["list"], ["bootstrap versions TOOL"]),
    (["env"], ["bootstrap exec -- \(command)"]),
    (["env \(toolVersion)"], ["bootstrap x \(command)"]),
  ]
}
