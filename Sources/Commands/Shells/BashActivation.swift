/// The script of `bootstrap activate bash`, after the variables that ``ActivateCommand`` sets.
///
/// It works in bash 3.2 and later. The functions run in the user's shell, whose options may be any,
/// such as `set -eu`.
enum BashActivation {
  /// Puts the shims first on `PATH`, and defines `bootstrap` and its completion.
  static let script = #"""
    \#(SharedActivation.script(.bash, lookup: "type -P"))
    if [[ $- == *i* ]]; then complete -F __bootstrap_complete bootstrap; fi
    """#

  /// Keeps the folders of the selected versions on `PATH`, before each prompt.
  static let directScript = #"""
    # Removes what ended shells have left behind. A folder that is a link or of somebody else stays
    # as it is, and so do files with other names. Without a stamp, every prompt asks again.
    [[ -d $__bootstrap_stamps ]] || command mkdir -p "$__bootstrap_stamps" 2>/dev/null || :
    __bootstrap_stamp=
    if [[ -O $__bootstrap_stamps && ! -L $__bootstrap_stamps ]]; then
      for __bootstrap_stamp in "$__bootstrap_stamps"/[0-9]*; do
        [[ ${__bootstrap_stamp##*/} != *[!0-9]* ]] || continue
        kill -0 "${__bootstrap_stamp##*/}" 2>/dev/null || command rm -f "$__bootstrap_stamp" || :
      done
      __bootstrap_stamp=$__bootstrap_stamps/$$
      [[ ! -L $__bootstrap_stamp ]] || command rm -f "$__bootstrap_stamp" || :
    fi
    __bootstrap_here=
    __bootstrap_files=() __bootstrap_absent=() __bootstrap_folders=()

    # Whether the selection may have changed since the stamp: another directory, other variables, a
    # file that is not older, or a new one. Starts no process.
    __bootstrap_changed() {
      local file name variables=
      [[ $PWD == "$__bootstrap_here" ]] || return 0
      for name in "${!BOOTSTRAP_@}"; do variables+="$name=${!name-} "; done
      [[ $variables == "$__bootstrap_variables" ]] || return 0
    \#(SharedActivation.changeTests)

    __bootstrap_prompt() {
      local code=$? name
      if __bootstrap_changed; then
        # The stamp comes first, so that it is older than any change that is missed below.
        { printf . >|"$__bootstrap_stamp"; } 2>/dev/null || :
        # The subshell becomes the program, instead of starting it as yet another process. If the
        # program is missing, the subshell ends, and must not end the user's jobs with it. The user
        # may have a function of either name.
        eval "$(
          builtin shopt -u huponexit
          builtin exec "$__bootstrap_program" direct-path bash 2>/dev/null
        )" || :
        __bootstrap_here=$PWD
        __bootstrap_variables=
        for name in "${!BOOTSTRAP_@}"; do __bootstrap_variables+="$name=${!name-} "; done
      fi
      return "$code"
    }
    if [[ ${PROMPT_COMMAND-} != *__bootstrap_prompt* ]]; then
      PROMPT_COMMAND="__bootstrap_prompt${PROMPT_COMMAND:+; $PROMPT_COMMAND}"
    fi
    __bootstrap_prompt
    """#
}
