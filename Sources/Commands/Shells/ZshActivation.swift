/// The script of `bootstrap activate zsh`, after the variables that ``ActivateCommand`` sets.
enum ZshActivation {
  /// Puts the shims first on `PATH`, and defines `bootstrap` and its completion.
  static let script = #"""
    \#(SharedActivation.script(.zsh, opening: "emulate -L zsh", lookup: "whence -p"))
    # zsh has completion after `compinit`, which finds functions in fpath.
    if [[ -n ${functions[compdef]-} ]]; then
      compdef __bootstrap_complete bootstrap
    elif [[ -d ${__bootstrap_programs:h}/share/zsh/site-functions ]]; then
      typeset -U fpath
      fpath+=("${__bootstrap_programs:h}/share/zsh/site-functions")
    fi
    if [[ -o interactive && -z ${functions[compdef]-} ]]; then
      # The rest of the startup file may run `compinit`. If it does not, the first prompt does.
      __bootstrap_start_completion() {
        add-zsh-hook -d precmd __bootstrap_start_completion
        [[ -n ${functions[compdef]-} ]] || { autoload -Uz compinit && compinit -i } || :
        (( ${+_comps[bootstrap]} )) || compdef __bootstrap_complete bootstrap || :
      }
      autoload -Uz add-zsh-hook
      add-zsh-hook precmd __bootstrap_start_completion
    fi
    """#

  /// Keeps the folders of the selected versions on `PATH`, before each prompt and after each `cd`.
  static let directScript = #"""
    # Removes what ended shells have left behind. A folder that is a link or of somebody else stays
    # as it is, and so do files with other names. Without a stamp, every prompt asks again.
    [[ -d $__bootstrap_stamps ]] || command mkdir -p "$__bootstrap_stamps" 2>/dev/null || :
    typeset -g __bootstrap_stamp= __bootstrap_here= __bootstrap_variables=
    typeset -ga __bootstrap_files __bootstrap_absent __bootstrap_folders
    __bootstrap_files=() __bootstrap_absent=() __bootstrap_folders=()
    if [[ -O $__bootstrap_stamps && ! -L $__bootstrap_stamps ]]; then
      for __bootstrap_stamp in "$__bootstrap_stamps"/[0-9]*(N); do
        [[ ${__bootstrap_stamp##*/} != *[!0-9]* ]] || continue
        kill -0 "${__bootstrap_stamp##*/}" 2>/dev/null || command rm -f "$__bootstrap_stamp" || :
      done
      __bootstrap_stamp=$__bootstrap_stamps/$$
      [[ ! -L $__bootstrap_stamp ]] || command rm -f "$__bootstrap_stamp" || :
    fi

    # Sets REPLY to all variables that may select a version.
    __bootstrap_list_variables() {
      emulate -L zsh
      local name
      REPLY=
      for name in ${(ok)parameters[(I)BOOTSTRAP_*]}; do REPLY+="$name=${(P)name} "; done
    }

    # Whether the selection may have changed since the stamp: another directory, other variables, a
    # file that is not older, or a new one. Starts no process.
    __bootstrap_changed() {
      emulate -L zsh
      local file name REPLY
      [[ $PWD == "$__bootstrap_here" ]] || return 0
      __bootstrap_list_variables
      [[ $REPLY == "$__bootstrap_variables" ]] || return 0
    \#(SharedActivation.changeTests)

    __bootstrap_prompt() {
      local code=$? REPLY
      emulate -L zsh
      if __bootstrap_changed; then
        # The stamp comes first, so that it is older than any change that is missed below.
        { printf . >|"$__bootstrap_stamp" } 2>/dev/null || :
        eval "$("$__bootstrap_program" direct-path zsh 2>/dev/null)" || :
        __bootstrap_here=$PWD
        __bootstrap_list_variables
        __bootstrap_variables=$REPLY
      fi
      return "$code"
    }
    autoload -Uz add-zsh-hook
    add-zsh-hook precmd __bootstrap_prompt
    add-zsh-hook chpwd __bootstrap_prompt
    __bootstrap_prompt
    """#
}
