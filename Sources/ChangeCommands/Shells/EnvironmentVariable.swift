internal import Projects

/// An environment variable that users can set. The manual page and the page about settings list
/// all of them. Backticks mark code.
struct EnvironmentVariable {
  let name: String
  /// The value that applies if the variable is not set.
  let defaultValue: String
  let meaning: String

  /// The variables, in the order in which both pages list them. The page about settings also
  /// describes variables of other programs, such as those of `gh`.
  static let all: [EnvironmentVariable] = [
    .init(
      name: GroupChoice.variable, defaultValue: "none",
      meaning: "groups to install or leave out, instead of the setting, such as `docs without:lint`"
    ),
    .init(
      name: "BOOTSTRAP_ROOT",
      defaultValue: "the root in which the running program is installed, otherwise `~/.bootstrap`",
      meaning: "the root, an absolute path"),
    .init(
      name: "BOOTSTRAP_<TOOL>_VERSION", defaultValue: "none",
      meaning: "the version of a tool, before all other pins; the name in uppercase, with `_` for "
        + "`.` and `-`, as in `BOOTSTRAP_CLANG_FORMAT_VERSION`"),
    .init(
      name: "BOOTSTRAP_SYSTEM_PATH",
      defaultValue: "`/bin`, `/sbin`, and those in `/usr` and `/usr/local`",
      meaning: "the directories of the system: their programs run while a project that hides them "
        + "awaits your consent"),
    .init(
      name: "BOOTSTRAP_TRUST", defaultValue: "none",
      meaning: "the digest of the requests to accept, as `bootstrap trust --digest` prints it"),
    .init(
      name: "CI", defaultValue: "none",
      meaning: "set to anything but `false`, `0`, or nothing: `install` never writes a lock, with "
        + "or without `--frozen`, and nothing is asked"),
    .init(
      name: "NO_COLOR", defaultValue: "none",
      meaning: "set to anything: no color, as with `TERM=dumb`"),
    .init(
      name: "TMPDIR", defaultValue: "`/tmp`",
      meaning: "where files go that `lock` must examine, if you may only read the root"),
    .init(
      name: "SHELL", defaultValue: "set by the system",
      meaning: "the shell that `setup --shell` sets up if you name none"),
    .init(name: "ZDOTDIR", defaultValue: "your home", meaning: "the folder of `.zshrc`"),
    .init(
      name: "XDG_CONFIG_HOME", defaultValue: "`~/.config`",
      meaning: "the folder of the settings of fish, pip (on Linux), and `gh`"),
  ]
}
