package import Diagnostics
internal import Filesystem
internal import Layout
internal import Selection
package import Terminal
internal import Vocabulary

/// `x`: runs a tool once, in any folder.
package enum XCommand: ReadOnlyCommand {
  package static let syntax = CommandSyntax(
    "x", "Run a tool once, without adding it to a Toolfile or pinning it.", family: .using,
    aliases: [.init("run")],
    arguments: .command(placeholder: "TOOL[@VERSION] [ARGUMENT…]"),
    options: [
      .init(
        "--with", value: "TOOL[@VERSION]", "also put this tool on PATH", isRepeatable: true),
      .init("--newest", "ask the source whether there is a newer version that fits"),
      .init("--offline", "do not access the network"),
    ],
    details: [
      "Runs the version that is pinned here. With VERSION, or if nothing pins the tool, runs the",
      "newest installed one that fits, and installs one only if none fits. `prune` removes it",
      "after 30 days without use. Options come before TOOL. After `--`, runs any command with",
      "the tool first on PATH.",
    ],
    examples: [
      .init("bootstrap x ruff@0.16 check .", "run the newest ruff 0.16 that is installed"),
      .init("bootstrap x --with ninja cmake -G Ninja .", "put ninja on PATH, too"),
      .init("bootstrap x node@24 -- npm --version", "run npm, which node provides"),
    ])

  /// Replaces this process with the tool. Returns only if the tool cannot be installed, or if this
  /// process only installs what another process then runs.
  package static func run(_ session: Session) throws(Problem) -> ExitCode? {
    if session.isPreparation { return nil }
    let run = try ToolRun(session)
    let missing = MissingToolInstall(
      root: session.root, environment: session.environment,
      directory: session.arguments.values["--directory"], isJSON: session.console.isJSON,
      isQuiet: session.arguments.has("--quiet"), permission: .ownSources)
    var choice = try ToolChoice(run, session)
    if !choice.missing.isEmpty {
      let words = ["bootstrap", syntax.name] + session.arguments.words
      let exitCode = try missing.runChange(words, askedBy: .commandLine)
      if exitCode != .success { return exitCode }
      choice = try ToolChoice(run, session, isInstalled: true)
    }
    switch try missing.installing({ () throws(Problem) in try choice.launch() }) {
    case .failure(let exitCode): return exitCode
    case .value(let launch):
      try session.enterDirectory()
      try launch.run(from: session.root, formatPath: session.formatPath)
    }
  }
}
