internal import Commands
internal import Terminal

/// The completion script for bash 3.2 and later. It does not need the package bash-completion.
struct BashCompletion {
  private let commands: [CommandSyntax]

  /// Creates the completion of a table of commands.
  init(_ commands: [CommandSyntax]) { self.commands = commands }

  /// The script: the table, and the function that looks up the current word in it.
  var script: String {
    """
    # Completion of bootstrap for bash, printed by `bootstrap completions bash`.

    # Sets what a command accepts: its options, those with a value as NAME:KIND, and the kinds of
    # its arguments. A last kind `+` repeats the one before.
    _bootstrap_syntax() {
      commands='\(commands.flatMap(\.names).joined(separator: " "))'
      options='\(Self.names(CommandSyntax.commonOptions + Program.overview.options))'
      values='\(Self.values(CommandSyntax.commonOptions))'
      arguments=
      case $1 in
    \(commands.map(Self.row).joined(separator: "\n"))
      esac
    }

    \(Self.functions)
    """
  }

  /// Returns the branch of one command.
  private static func row(_ command: CommandSyntax) -> String {
    let kinds = command.argumentKinds
    let words = kinds.kinds.map(word) + (kinds.repeatsLast ? ["+"] : [])
    let options = command.options.isEmpty ? "" : " options+=' \(names(command.options))'"
    let values = values(command.options)
    let names = command.names.joined(separator: " | ")
    return "    \(names)) arguments='\(words.joined(separator: " "))'\(options)"
      + (values.isEmpty ? "" : " values+=' \(values)'") + " ;;"
  }

  private static func names(_ options: [CommandSyntax.Option]) -> String {
    options.flatMap { [$0.short, $0.name] }.compactMap(\.self).joined(separator: " ")
  }

  private static func values(_ options: [CommandSyntax.Option]) -> String {
    options.flatMap { option in
      let kind = option.kind.map(word)
      return [option.short, option.name].compactMap { name in
        name.flatMap { name in kind.map { "\(name):\($0)" } }
      }
    }.joined(separator: " ")
  }

  /// Returns a kind as one word.
  private static func word(_ kind: ArgumentKind) -> String {
    switch kind {
    case .words(let list): list.rawValue
    case .choice(let words): "=" + words.joined(separator: ",")
    case .command: "commands"
    case .program: "programs"
    case .file: "files"
    case .folder: "folders"
    case .other: "other"
    }
  }

  private static let functions = #"""
    # Adds the words of a kind that begin with $current to COMPREPLY. $2 is the argument before.
    _bootstrap_add() {
      local word words=
      case $1 in
        other) return ;;
        files | folders)
          local action=file
          [[ $1 == files ]] || action=directory
          while IFS= read -r word; do
            COMPREPLY+=("$word")
          done < <(compgen -A "$action" -- "$current")
          compopt -o filenames 2>/dev/null || :
          return
          ;;
        programs) words=$(compgen -c -- "$current") ;;
        commands) words=$commands ;;
        =*) words=${1#=} words=${words//,/ } ;;
        *)
          words=$("${__bootstrap_program:-bootstrap}" complete-words "$1" "$current" "$2" \
            2>/dev/null)
          ;;
      esac
      for word in $words; do
        if [[ $word == "$current"* ]]; then COMPREPLY+=("$word"); fi
      done
    }

    _bootstrap() {
      local line=${COMP_LINE:0:COMP_POINT} commands options values arguments
      local current='' command='' kind='' kept='' last='' option='' prefix='' word
      local IFS=$' \t\n'
      local -a words kinds
      local -i count=0 size
      COMPREPLY=()
      read -r -a words <<<"$line"
      if [[ $line != *[[:space:]] ]]; then
        current=${words[${#words[@]} - 1]}
        unset "words[${#words[@]} - 1]"
      fi
      _bootstrap_syntax ''
      for word in "${words[@]:1}"; do
        if [[ -n $option ]]; then
          option=
        elif [[ " $values " == *" $word:"* ]]; then
          option=$word
        elif [[ $word == -?* ]]; then
          :
        elif [[ -z $command ]]; then
          command=$word
          _bootstrap_syntax "$command"
        else
          count+=1
          last=$word
        fi
      done
      if [[ -z $option && $current == --*=* ]]; then
        option=${current%%=*}
        current=${current#*=}
        prefix=$option=
      fi
      if [[ -n $option ]]; then
        kind=${values#*"$option:"}
        _bootstrap_add "${kind%% *}" "$last"
      elif [[ $current == -* ]]; then
        for word in $options; do
          if [[ $word == "$current"* ]]; then COMPREPLY+=("$word"); fi
        done
      elif [[ -z $command ]]; then
        _bootstrap_add commands ''
      else
        read -r -a kinds <<<"$arguments"
        # After the program that `exec` runs, words are arguments of that program.
        if [[ $arguments == 'programs +' && $count -gt 0 ]]; then kinds=(files +); fi
        size=${#kinds[@]}
        if [[ $size -gt 1 && ${kinds[size - 1]} == + ]]; then
          if [[ $count -gt $((size - 2)) ]]; then count=$((size - 2)); fi
          unset "kinds[size - 1]"
        fi
        if [[ -n ${kinds[count]-} ]]; then _bootstrap_add "${kinds[count]}" "$last"; fi
      fi
      # bash replaces only what follows the last of these characters, and an @ as well.
      for last in @ =; do
        if [[ $COMP_WORDBREAKS == *"$last"* && $prefix$current == *"$last"* ]]; then
          word=$prefix$current
          word=${word%"${word##*"$last"}"}
          [[ $last != @ ]] || word=${word%@}
          [[ ${#word} -le ${#kept} ]] || kept=$word
        fi
      done
      for count in "${!COMPREPLY[@]}"; do
        word=$prefix${COMPREPLY[count]}
        COMPREPLY[count]=${word#"$kept"}
      done
    }
    complete -F _bootstrap bootstrap
    """#
}
