internal import Diagnostics
internal import TextSearch
internal import Vocabulary

extension SetupProblem {
  /// The message for this problem.
  var message: Message {
    switch self {
    case .hook(let failure): failure.message
    case .unfulfilled(let failure):
      Message("hook-unfulfilled", "the hook `\(failure.name)` ran, but then its check failed")
        .detail("asked by", "\(failure.origin.withoutColumn)")
        .detail("check", literal(failure.command))
        .detail("because", "the check \(failure.end.words)")
        .column("output", failure.lastLines)
        .detail("log", failure.log)
        .detail("try", "correct `run` or `check`, then run `bootstrap setup` again")
    case .changedToolfile(let name, let path):
      Message("changed-toolfile", "the hook `\(name)` changed \(path) while it ran")
        .detail("because", "setup planned the remaining steps from the earlier version")
        .detail("run", "bootstrap setup")
    case .unknownStep(let step, let nearest, let known):
      Message("unknown-step", "there is no step `\(step)`")
        .similar(nearest)
        .detail("steps", known)
    case .foreignHome(let path):
      Message("foreign-home", "HOME is \(path), which belongs to another user")
        .detail("because", "under `sudo`, new files in your home directory would belong to root")
        .detail("try", "run it without `sudo`; setup runs `sudo` itself where necessary")
    case .notAgreed(let steps, let words):
      Message(
        "not-agreed",
        "setup needs confirmation for \(QuantityFormat.count(steps.count, "step")), "
          + "but there is no terminal"
      )
      .detail("steps", steps)
      .detail("run", commandLine(words))
    case .declined: Message("declined", "nothing was changed")
    case .nested(let command):
      Message("nested-setup", "a hook cannot run `bootstrap \(command)`")
        .detail("try", "remove `bootstrap \(command)` from the hook")
    case .clone(let fault): fault.message
    case .incomplete(let steps): Self.incomplete(steps)
    case .unaccepted(let hooks, let directory):
      Message(
        "hooks-not-accepted",
        "\(QuantityFormat.count(hooks.count, "hook")) "
          + "\(hooks.count == 1 ? "has" : "have") an unknown state"
      )
      .column("unknown", hooks.map(\.title))
      .detail("because", "before you accept a hook, neither its `run` nor its `check` runs")
      .detail("run", bootstrapCommand("trust", in: directory))
    }
  }
}

extension SetupProblem {
  private static func incomplete(_ steps: [SetupStepReport]) -> Message {
    let failed = steps.filter { $0.state == .failed }
    return Message("setup-incomplete", "this machine is not set up completely")
      .column("missing", steps.filter { $0.state != .failed }.map(\.title))
      .column("failed", failed.map(\.title))
      .detail("log", failed.compactMap(\.attempt?.log))
      .detail("run", "bootstrap setup")
  }
}

extension SetupProblem.HookFailure {
  fileprivate var message: Message {
    Message("hook-failed", "the hook `\(name)` \(end.words)")
      .detail("asked by", "\(origin.withoutColumn)")
      .detail("command", literal(command))
      .detail("because", hasAsked ? "a hook has no terminal, so it cannot ask" : nil)
      .column("output", lastLines)
      .detail("log", log)
      .detail("because", excluded?.reason)
      .detail("run", "bootstrap setup" + (excluded.map { " --with \($0.group)" } ?? ""))
  }
}

extension SetupProblem.HookFailure {
  /// Text that programs print when they cannot ask on a terminal.
  private static let questionSigns = [
    "/dev/tty", "could not read Username", "could not read Password", "terminal prompts disabled",
    "a terminal is required", "no tty present", "Host key verification failed",
  ]

  /// Whether the output suggests that a program failed because it could not ask a question.
  fileprivate var hasAsked: Bool {
    lastLines.contains { line in Self.questionSigns.contains { line.contains($0) } }
  }
}

extension SetupProblem.ExcludedTool {
  fileprivate var reason: String {
    "\(tool) is in the optional group `\(group)`, which setup does not install"
  }
}

extension SetupProblem.HookFailure.End {
  fileprivate var words: String {
    switch self {
    case .code(let code): "failed with exit code \(code)"
    case .signal(let number): "was terminated by signal \(number)"
    case .timeLimit(let limit, let isSilence):
      "was stopped after \(QuantityFormat.time(limit))" + (isSilence ? " without output" : "")
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
        .detail("try", "remove the password; git asks for it, or gets it from a credential helper")
    case .folderNotEmpty(let path):
      Message("folder-not-empty", "the folder \(path) is not empty")
        .detail("try", "move the folder, or set up the project in it")
        .detail("run", "bootstrap setup \(shellPath(path))")
    case .noGit:
      Message("no-git", "there is no git on PATH, and no package manager that could install it")
        .detail("try", "install git, then run the same command again")
    case .failed(let address, let lines):
      Message("clone-failed", "git could not clone \(literal(address))").column("output", lines)
    }
  }
}
