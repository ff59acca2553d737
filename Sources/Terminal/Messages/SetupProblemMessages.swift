internal import Diagnostics
internal import TextSearch
internal import Vocabulary

extension SetupProblem {
  /// The message for this problem.
  var message: Message {
    switch self {
    case .hook(let failure): failure.message
    case .unfulfilled(let name, let check, let origin, let log):
      Message("hook-unfulfilled", "the hook `\(name)` finished, but its check still fails")
        .detail("asked by", "\(origin.withoutColumn)")
        .detail("check", literal(check))
        .detail("log", log)
        .detail("try", "correct `run` or `check`, then run `bootstrap setup` again")
    case .changedToolfile(let name, let path):
      Message("changed-toolfile", "the hook `\(name)` changed \(path) while it ran")
        .detail("because", "the remaining steps were planned from the earlier version")
        .detail("run", "bootstrap setup")
    case .unknownStep(let step, let nearest, let known):
      Message("unknown-step", "`\(step)` is not a step of this set-up")
        .similar(nearest)
        .detail("known", known)
        .detail("run", "bootstrap setup --status")
    case .foreignHome(let path):
      Message("foreign-home", "HOME is \(path), which belongs to another user")
        .detail("because", "`sudo` can preserve HOME, and files created there would belong to root")
        .detail("try", "run the same command without `sudo`; it asks for `sudo` where it needs it")
    case .notAgreed(let steps, let words):
      Message(
        "not-agreed",
        "\(QuantityFormat.count(steps.count, "step")) would be carried out, but nobody can be asked"
      )
      .detail("steps", steps)
      .detail("run", commandLine(words))
    case .declined: Message("declined", "nothing was changed")
    case .nested:
      Message("nested-setup", "a hook cannot run `bootstrap setup`")
        .detail("try", "remove `bootstrap setup` from the hook")
    case .clone(let fault): fault.message
    }
  }
}

extension SetupProblem.HookFailure {
  fileprivate var message: Message {
    Message("hook-failed", "the hook `\(name)` \(end.words)")
      .detail("asked by", "\(origin.withoutColumn)")
      .detail("line", literal(command))
      .detail("because", hasAsked ? "a hook has no terminal, so it cannot ask" : nil)
      .column("output", lastLines)
      .detail("log", log)
      .detail("try", excluded?.advice)
      .detail("run", "bootstrap setup")
  }
}

extension SetupProblem.HookFailure {
  /// What programs print that want to ask on the terminal.
  private static let questionSigns = [
    "/dev/tty", "could not read Username", "could not read Password", "terminal prompts disabled",
    "a terminal is required", "no tty present", "Host key verification failed",
  ]

  /// Whether a program seems to have failed because it could not ask.
  fileprivate var hasAsked: Bool {
    lastLines.contains { line in Self.questionSigns.contains { line.contains($0) } }
  }
}

extension SetupProblem.ExcludedTool {
  fileprivate var advice: String {
    "the group `\(group)`, which contains \(tool), is left out: `bootstrap setup --with \(group)`"
  }
}

extension SetupProblem.HookFailure.End {
  fileprivate var words: String {
    switch self {
    case .code(let code): "failed with exit code \(code)"
    case .signal(let number): "was ended by signal \(number)"
    case .timeLimit(let limit, let isSilence):
      "was ended after \(QuantityFormat.time(limit))" + (isSilence ? " without output" : "")
    }
  }
}

extension SetupProblem.CloneFault {
  fileprivate var message: Message {
    switch self {
    case .badAddress(let text, .noFolder):
      Message("no-project", "\(literal(text)) is neither a folder nor the address of a repository")
        .detail("try", "use an address such as https://… or git@example.org:team/project.git")
    case .badAddress(let text, .scheme(let scheme)):
      Message("bad-address", "bootstrap does not clone over `\(scheme)`")
        .detail("address", literal(text))
        .detail("supported", "https, ssh, file, user@host:path")
    case .badAddress(let text, .noName):
      Message("bad-address", "the address \(literal(text)) does not end with the name of a project")
    case .password(let text):
      Message("password-in-address", "the address contains a password")
        .detail("address", literal(text))
        .detail("because", "every user of this machine could read it while git runs")
        .detail("try", "leave it out; git asks for it, or takes it from its credential helper")
    case .folderNotEmpty(let path):
      Message("folder-not-empty", "the folder \(path) is not empty")
        .detail("try", "move the folder, or set up the project that it contains")
        .detail("run", "bootstrap setup \(shellPath(path))")
    case .noGit:
      Message("no-git", "there is no git on PATH, and no package manager that could install it")
        .detail("try", "install git, then run the same command again")
    case .failed(let address, let lines):
      Message("clone-failed", "\(literal(address)) cannot be cloned").column("output", lines)
    }
  }
}
