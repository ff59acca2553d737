internal import Commands
internal import Terminal

/// The completion script for fish 3.4 and later.
struct FishCompletion {
  private let commands: [CommandSyntax]

  /// Creates the completion of a table of commands.
  init(_ commands: [CommandSyntax]) { self.commands = commands }

  /// The script: a few functions, and a statement for each word that can be completed.
  var script: String {
    let options = CommandSyntax.commonOptions + commands.flatMap(\.options)
    let names = Set(options.filter { $0.value != nil }.flatMap { [$0.short, $0.name] })
    let head = """
      # Completion of bootstrap for fish, printed by `bootstrap completions fish`.

      set -q __bootstrap_program; or set -g __bootstrap_program bootstrap

      # Prints the command and its arguments before the cursor, without options.
      function __bootstrap_arguments
          set -l is_value no
          for word in (commandline -opc)[2..]
              if test $is_value = yes
                  set is_value no
              else if contains -- $word \(names.compactMap(\.self).sorted().joined(separator: " "))
                  set is_value yes
              else if not string match -q -- '-?*' $word
                  printf '%s\\n' $word
              end
          end
      end

      # __bootstrap_is NAMES FIRST LAST: whether the cursor is at an argument of a command with one
      # of these names, separated by commas, and whether its number is from FIRST to LAST.
      function __bootstrap_is
          set -l words (__bootstrap_arguments)
          contains -- "$words[1]" (string split , -- $argv[1]); or return
          test (count $words) -ge $argv[2] -a (count $words) -le $argv[3]
      end

      function __bootstrap_words
          set -l words (__bootstrap_arguments)
          set -l current (commandline -ct | string replace -r -- '^--[^=]*=' '')
          $__bootstrap_program complete-words $argv[1] "$current" "$words[-1]" 2>/dev/null
      end

      complete -c bootstrap -f

      """
    let overview = Program.overview.options.map {
      Self.option($0, "test -z \"$(__bootstrap_arguments)\"")
    }
    return head
      + (CommandSyntax.commonOptions.map { Self.option($0, nil) } + overview
      + Self.commandWords(commands, "test -z \"$(__bootstrap_arguments)\"")
      + commands.flatMap { lines(for: $0) }).map { $0 + "\n" }.joined()
  }

  /// Returns the statements of one command.
  private func lines(for command: CommandSyntax) -> [String] {
    let names = command.names.joined(separator: ",")
    let options = command.options.map { Self.option($0, "__bootstrap_is \(names) 1 9999") }
    let kinds = command.argumentKinds
    return options
      + kinds.kinds.enumerated().flatMap { index, kind in
        let isRepeated = kinds.repeatsLast && index == kinds.kinds.count - 1
        let condition =
          "__bootstrap_is \(names) \(index + 1) \(isRepeated ? 9999 : index + 1)"
        if kind == .command { return Self.commandWords(commands, condition) }
        return Self.values(kind).map {
          "complete -c bootstrap -n \(Shell.fish.quoted(condition)) \($0)"
        }
      }
  }

  /// For each command, returns a statement that offers its name and aliases where `condition`
  /// holds.
  private static func commandWords(_ commands: [CommandSyntax], _ condition: String) -> [String] {
    commands.map {
      "complete -c bootstrap -n \(Shell.fish.quoted(condition))"
        + " -a \(Shell.fish.quoted($0.names.joined(separator: " ")))"
        + " -d \(Shell.fish.quoted($0.summary))"
    }
  }

  private static func option(_ option: CommandSyntax.Option, _ condition: String?) -> String {
    var line = "complete -c bootstrap"
    if let condition { line += " -n \(Shell.fish.quoted(condition))" }
    if let short = option.short { line += " -s \(short.dropFirst())" }
    line += " -l \(option.name.dropFirst(2)) -d \(Shell.fish.quoted(option.help))"
    guard let kind = option.kind else { return line }
    return line + " -r " + (values(kind).first ?? "-f")
  }

  /// Returns the options of `complete` that offer the values of a kind, or none.
  private static func values(_ kind: ArgumentKind) -> [String] {
    switch kind {
    case .words(let list): ["-f -a '(__bootstrap_words \(list.rawValue))'"]
    case .choice(let words): ["-f -a '\(words.joined(separator: " "))'"]
    case .program: ["-f -a '(__fish_complete_subcommand --fcs-skip=2)'"]
    case .file: ["-F"]
    case .folder: ["-f -a '(__fish_complete_directories)'"]
    case .command, .other: []
    }
  }
}
