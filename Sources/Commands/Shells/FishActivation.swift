internal import Terminal

/// The script of `bootstrap activate fish`, after the variables that ``ActivateCommand`` sets.
///
/// It works in fish 3.2 and later.
enum FishActivation {
  /// Puts the shims first on `PATH`, and defines `bootstrap` and its completion.
  static let script = #"""
    # __bootstrap_front SHIMS PROGRAMS: puts SHIMS first on PATH. Adds PROGRAMS if PATH has no
    # `bootstrap`.
    function __bootstrap_front
        set -l direct
        set -q __BOOTSTRAP_DIRECT; and set direct (string split : -- $__BOOTSTRAP_DIRECT)
        set -l rest
        for entry in $PATH
            contains -- $entry $argv[1] $direct; or set -a rest $entry
        end
        set -gx PATH $argv[1] $rest
        command -sq bootstrap; or set -gx PATH $argv[1..2] $rest
        set -eg __BOOTSTRAP_DIRECT
    end
    __bootstrap_front $__bootstrap_shims $__bootstrap_programs

    function bootstrap
        # The command is the first word that is neither an option nor the value of one.
        set -l command
        set -l skips
        for word in $argv
            if set -q skips[1]
                set skips
            else
                switch $word
                    case \#(CommandSyntax.valueOptions.joined(separator: " "))
                        set skips 1
                    case '-*'
                    case '*'
                        set command $word
                        break
                end
            end
        end
        if test "$command" != shell
            $__bootstrap_program $argv
            return
        end
        set -l script (__BOOTSTRAP_SHELL=fish $__bootstrap_program $argv)
        or return
        if string match -q '# evaluate*' -- "$script[1]"
            printf '%s\n' $script | source
        else if set -q script[1]
            printf '%s\n' $script
        end
    end

    # fish reads the completion from here when it is needed. What fish itself generates from the
    # manual is in one of the later folders.
    set -l __bootstrap_share $__bootstrap_programs/../share/fish/vendor_completions.d
    if test -d $__bootstrap_share; and not contains -- $__bootstrap_share $fish_complete_path
        set -gp fish_complete_path $__bootstrap_share
    end
    """#

  /// Keeps the folders of the selected versions on `PATH`, before each prompt and after each `cd`.
  static let directScript = #"""
    # Removes what ended shells have left behind. A folder that is a link or of somebody else stays
    # as it is, and so do files with other names. Without a stamp, every prompt asks again.
    test -d $__bootstrap_stamps; or command mkdir -p $__bootstrap_stamps 2>/dev/null
    if test -O $__bootstrap_stamps; and not test -L $__bootstrap_stamps
        for __bootstrap_stamp in $__bootstrap_stamps/*
            string match -qr '/[0-9]+$' -- $__bootstrap_stamp; and command -q kill; or continue
            kill -0 (string replace -r '.*/' '' -- $__bootstrap_stamp) 2>/dev/null
            or command rm -f $__bootstrap_stamp
        end
        set -g __bootstrap_stamp
        test -w $__bootstrap_stamps; and set __bootstrap_stamp $__bootstrap_stamps/$fish_pid
        test -L "$__bootstrap_stamp"; and command rm -f $__bootstrap_stamp
    else
        set -g __bootstrap_stamp
    end
    set -g __bootstrap_here

    # Prints all variables that may select a version.
    function __bootstrap_list_variables
        for name in (set --names | string match 'BOOTSTRAP_*')
            printf '%s ' $name=$$name
        end
    end

    # Whether the selection may have changed since the stamp: another directory, other variables, a
    # file that is not older, or a new one. Starts no process.
    function __bootstrap_changed
        test "$PWD" = "$__bootstrap_here"; or return 0
        test "$(__bootstrap_list_variables)" = "$__bootstrap_variables"; or return 0
        if test -n "$__BOOTSTRAP_DIRECT"
            string match -q -- "*:$__BOOTSTRAP_DIRECT:*" ":$(string join : $PATH):"; or return 0
        end
        for file in $__bootstrap_files
            test -e $file -a $file -ot "$__bootstrap_stamp"; or return 0
        end
        for file in $__bootstrap_absent
            test -e $file; and return 0
        end
        for file in $__bootstrap_folders
            test $file -ot "$__bootstrap_stamp"; and continue
            for name in $__bootstrap_names
                test -e $file/$name; and return 0
            end
        end
        return 1
    end

    function __bootstrap_prompt --on-event fish_prompt --on-variable PWD
        __bootstrap_changed; or return
        # The stamp comes first, so that it is older than any change that is missed below.
        test -n "$__bootstrap_stamp"; and printf . >$__bootstrap_stamp
        $__bootstrap_program direct-path fish 2>/dev/null | source
        set -g __bootstrap_here $PWD
        set -g __bootstrap_variables "$(__bootstrap_list_variables)"
    end
    __bootstrap_prompt
    """#
}
