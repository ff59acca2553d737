internal import Terminal

/// The lines that the scripts of `bootstrap activate bash` and `bootstrap activate zsh` share.
enum SharedActivation {
  /// Returns the lines that put the shims first on `PATH`, and define `bootstrap` and a function
  /// for its completion.
  ///
  /// - Parameters:
  ///   - shell: bash or zsh.
  ///   - opening: The statement with which a function begins that needs the shell's own options.
  ///   - lookup: The command that finds a program on `PATH`.
  static func script(_ shell: Shell, opening: String = ":", lookup: String) -> String {
    #"""
    # __bootstrap_front SHIMS PROGRAMS: puts SHIMS first on PATH. Adds PROGRAMS if PATH has no
    # `bootstrap`.
    __bootstrap_front() {
      \#(opening)
      local rest=:${PATH-}:
      if [[ -n ${__BOOTSTRAP_DIRECT-} ]]; then rest=${rest/":$__BOOTSTRAP_DIRECT:"/:}; fi
      while [[ $rest == *":$1:"* ]]; do rest=${rest/":$1:"/:}; done
      rest=${rest#:}
      rest=${rest%:}
      export PATH="$1${rest:+:$rest}"
      if ! \#(lookup) bootstrap >/dev/null; then PATH=$1:$2${rest:+:$rest}; fi
      unset __BOOTSTRAP_DIRECT
    }
    __bootstrap_front "$__bootstrap_shims" "$__bootstrap_programs"

    bootstrap() {
      \#(opening)
      # The command is the first word that is neither an option nor the value of one.
      local word='' skips=''
      for word; do
        if [[ -n $skips ]]; then skips='' word=''; continue; fi
        case $word in
          (\#(CommandSyntax.valueOptions.joined(separator: " | "))) skips=1 ;;
          (-*) ;;
          (*) break ;;
        esac
        word=
      done
      if [[ $word != shell ]]; then
        local code=0
        "$__bootstrap_program" "$@" || code=$?
        # The shell remembers where programs are, and a shim may have come or gone.
        hash -r 2>/dev/null || :
        return "$code"
      fi
      local script
      script=$(__BOOTSTRAP_SHELL=\#(shell) "$__bootstrap_program" "$@") || return
      case $script in
        ("# evaluate"*) eval "$script" ;;
        (?*) printf '%s\n' "$script" ;;
      esac
    }

    # The first Tab replaces this with the actual completion.
    __bootstrap_complete() {
      eval "$("$__bootstrap_program" completions \#(shell))"
      _bootstrap "$@"
    }
    """#
  }

  /// The end of the function `__bootstrap_changed`, which succeeds if the selection may have
  /// changed. Works with empty lists in bash 3.2 under `set -u`, too.
  static let changeTests = #"""
      [[ -z ${__BOOTSTRAP_DIRECT-} || :$PATH: == *":$__BOOTSTRAP_DIRECT:"* ]] || return 0
      for file in ${__bootstrap_files[@]+"${__bootstrap_files[@]}"}; do
        [[ -e $file && $file -ot $__bootstrap_stamp ]] || return 0
      done
      for file in ${__bootstrap_absent[@]+"${__bootstrap_absent[@]}"}; do
        [[ ! -e $file ]] || return 0
      done
      for file in ${__bootstrap_folders[@]+"${__bootstrap_folders[@]}"}; do
        if [[ $file -ot $__bootstrap_stamp ]]; then continue; fi
        for name in "${__bootstrap_names[@]}"; do
          [[ ! -e $file/$name ]] || return 0
        done
      done
      return 1
    }
    """#
}

extension CommandSyntax {
  /// The names of the options that may precede a command and take a value: `-C`, `--directory`, and
  /// `--color`.
  static let valueOptions = commonOptions.filter { $0.value != nil }
    .flatMap { [$0.short, $0.name].compactMap(\.self) }
}
