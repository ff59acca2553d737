package import Diagnostics
package import Filesystem
internal import Layout
internal import Manifests
internal import Selection
package import Terminal

/// `activate`: the script that a shell evaluates when it starts.
package enum ActivateCommand: ReadOnlyCommand {
  package static let syntax = CommandSyntax(
    "activate", "Print the script that sets up bootstrap in a shell.", family: .placing,
    arguments: .list(placeholder: Shell.placeholder, atLeast: 1, atMost: 1),
    options: [
      .init("--direct", "put the selected versions on PATH at each prompt, in front of the shims")
    ],
    details: [
      "Puts the shims first on PATH, and defines completion and the function `bootstrap shell`.",
      "With --direct, a tool starts without a shim. In bash, `cd` takes effect at the next prompt.",
      "A variable before a command comes too late then; put `bootstrap exec` between them.",
      "`bootstrap setup --shell` writes the line into your shell's startup file.",
    ],
    examples: [
      .init("eval \"$(bootstrap activate bash)\"", "set up the running bash; likewise zsh"),
      .init("bootstrap activate fish | source", "set up the running fish"),
      .init("eval \"$(bootstrap activate --direct zsh)\"", "the same, without shims"),
    ])

  /// Prints the script.
  package static func run(_ session: Session) throws(Problem) -> ExitCode? {
    let shell = try session.shell(named: session.arguments.positionals[0])
    let isDirect = session.arguments.has("--direct")
    try session.checkFoldersFitPath()
    let root = session.root
    let line = shell.activation(by: "bootstrap", isDirect: isDirect)
    var script = ShellScript(shell)
    script.add("# Evaluate this in \(shell): \(line)")
    // A root that is not the default would be another one in programs that the shell starts.
    if let path = session.environment.path("BOOTSTRAP_ROOT") {
      script.export("BOOTSTRAP_ROOT", path.bytes)
    }
    script.set("__bootstrap_shims", to: root.shims.path.bytes)
    // By its path, so that no tool of a project can take its place.
    script.set(
      "__bootstrap_program", to: session.programFolder.appending("bootstrap").bytes)
    script.set("__bootstrap_programs", to: session.programFolder.bytes)
    script.add(shell.activationScript)
    script.unset("__bootstrap_shims")
    if isDirect {
      script.set("__bootstrap_stamps", to: root.stamps.bytes)
      script.set("__bootstrap_names", to: PinFileKind.allNames.map(\.utf8))
      script.add(shell.directScript)
      script.unset("__bootstrap_stamps")
    }
    script.unset("__bootstrap_programs")
    session.console.print(bytes: script.bytes)
    return .success
  }
}

extension Session {
  /// Checks that the folders of the shims and of the program can be on `PATH`
  /// (``FilePath/fitsPathVariable``).
  ///
  /// - Throws: ``UsageProblem/notForPath(folder:)`` if one of the paths contains a colon or a
  ///   control character.
  package func checkFoldersFitPath() throws(Problem) {
    for path in [root.path, programFolder] where !path.fitsPathVariable {
      throw .usage(.notForPath(folder: path.string))
    }
  }

  /// The folder of the program `bootstrap`: that of the root, or of the running program if the root
  /// has none.
  package var programFolder: FilePath {
    if root.program.exists { return root.program.parentDirectory }
    guard let folder = try? FilePath.runningProgram().parentDirectory else {
      return root.program.parentDirectory
    }
    // `bootstrap-change` is in the folder `libexec` beside `bin`.
    return folder.lastComponent == "libexec" ? folder.parentDirectory.appending("bin") : folder
  }
}

extension Root {
  /// The folder of the stamps of shells in direct mode. A shell writes its stamp before it asks for
  /// the selected versions, and asks again once a file is not older than the stamp.
  fileprivate var stamps: FilePath { path.appending("shells") }
}

extension Shell {
  fileprivate var activationScript: String {
    switch self {
    case .bash: BashActivation.script
    case .zsh: ZshActivation.script
    case .fish: FishActivation.script
    }
  }

  fileprivate var directScript: String {
    switch self {
    case .bash: BashActivation.directScript
    case .zsh: ZshActivation.directScript
    case .fish: FishActivation.directScript
    }
  }
}
