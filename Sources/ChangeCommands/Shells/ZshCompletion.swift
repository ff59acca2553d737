internal import Commands
internal import Terminal
internal import TextSearch

/// The completion script for zsh, a function for its completion system.
struct ZshCompletion {
  private let commands: [CommandSyntax]

  /// Creates the completion of a table of commands.
  init(_ commands: [CommandSyntax]) { self.commands = commands }

  /// The script. As a file `_bootstrap` in `fpath`, it is loaded when it is needed.
  var script: String {
    """
    #compdef bootstrap
    # Completion of bootstrap for zsh, printed by `bootstrap completions zsh`.

    # _bootstrap_words [OPTION…] KIND: adds what `bootstrap complete-words` prints for KIND, which
    # depends on the argument before. The options are for compadd.
    _bootstrap_words() {
      local -a before found
      before=(${(M)words[2,CURRENT-1]:#[^-]*})
      found=(${(f)"$("${__bootstrap_program:-bootstrap}" complete-words \\
        "${@[-1]}" "$PREFIX" "${before[-1]-}" 2>/dev/null)"})
      compadd "${@[1,-2]}" -a found
    }

    _bootstrap_commands() {
      local -a commands
      commands=(
    \(commands.flatMap(Self.descriptions).map { "    \(Shell.zsh.quoted($0))" }
        .joined(separator: "\n"))
      )
      _describe -t commands command commands "$@"
    }

    _bootstrap() {
      local curcontext=$curcontext state line ret=1
      local -a common
      common=(
    \(Self.specs(CommandSyntax.commonOptions).map { "    \($0)" }.joined(separator: "\n"))
      )
      _arguments -C -s $common \\
        \(Self.specs(Program.overview.options).joined(separator: " ")) \\
        '1: :_bootstrap_commands' '*:: :->arguments' && ret=0
      if [[ $state == arguments ]]; then
        curcontext=${curcontext%:*:*}:bootstrap-$words[1]:
        case $words[1] in
    \(commands.map(Self.branch).joined(separator: "\n"))
        esac
      fi
      return ret
    }

    if [[ ${funcstack[1]-} == _bootstrap ]]; then
      _bootstrap "$@"
    else
      compdef _bootstrap bootstrap
    fi

    """
  }

  /// Returns the name and each alias of a command with its summary, for `_describe`.
  private static func descriptions(_ command: CommandSyntax) -> [String] {
    command.names.map { "\($0):\(command.summary)" }
  }

  /// Returns the branch of one command.
  private static func branch(_ command: CommandSyntax) -> String {
    let kinds = command.argumentKinds
    var arguments = kinds.kinds.enumerated().map { index, kind in
      let isRepeated = kinds.repeatsLast && index == kinds.kinds.count - 1
      return Shell.zsh.quoted("\(isRepeated ? "*" : "\(index + 1)"):\(action(kind))")
    }
    // The words after the program that `exec` runs are completed as if they stood alone.
    if kinds.kinds == [.program] { arguments = ["'(-)1: :_command_names -e'", "'*:: :_normal'"] }
    let specs = ["$common"] + specs(command.options) + arguments
    let words = specs.joined(separator: " \\\n        ")
    return "      (\(command.names.joined(separator: "|"))) _arguments -s \(words) && ret=0 ;;"
  }

  /// Returns the specification of each option for `_arguments`.
  private static func specs(_ options: [CommandSyntax.Option]) -> [String] {
    options.map { option in
      let help = option.help.replacing("\\", with: "\\\\").replacing("[", with: "\\[")
        .replacing("]", with: "\\]").replacing(":", with: "\\:")
      let value = option.kind.map { ":\(action($0))" } ?? ""
      let sign = value.isEmpty ? "" : "="
      guard let short = option.short else {
        return Shell.zsh.quoted("\(option.name)\(sign)[\(help)]\(value)")
      }
      let names = "{\(short)\(value.isEmpty ? "" : "+"),\(option.name)\(sign)}"
      return "'(\(short) \(option.name))'\(names)\(Shell.zsh.quoted("[\(help)]\(value)"))"
    }
  }

  /// Returns the message and the action of a kind.
  private static func action(_ kind: ArgumentKind) -> String {
    switch kind {
    case .words(let list):
      "\(list.rawValue):_bootstrap_words \(list.rawValue)"
    case .choice(let words): "word:(\(words.joined(separator: " ")))"
    case .command: "command:_bootstrap_commands"
    case .program: "program:_command_names -e"
    case .file: "file:_files"
    case .folder: "folder:_files -/"
    case .other: "text: "
    }
  }
}
