internal import Diagnostics
internal import Vocabulary

extension BuildProblem {
  var message: Message {
    let name = "\(tool) \(version)"
    switch fault {
    case .step(let step):
      return step.message(of: name, origin)
    case .nothingInstalled(let elsewhere):
      return baseMessage("nothing-built", "the steps of \(name) installed nothing in `$prefix`")
        .detail("found", elsewhere)
        .detail("try", "a step that installs below `$destdir$prefix`, such as `\(Self.example)`")
    case .outsidePrefix(let paths):
      return baseMessage("built-outside", "the steps of \(name) installed files outside `$prefix`")
        .column("found", paths)
        .detail("try", "configure the program for `$prefix`")
    case .linkLeadsOut(let path, let target):
      return baseMessage("built-link", "\(name) was built with a link that leads out of it")
        .detail("link", literal(path))
        .detail("target", literal(target))
    case .specialFile(let path):
      return baseMessage("built-special", "\(name) was built with an entry that is not a file")
        .detail("entry", literal(path))
    case .badName(let path):
      return baseMessage("built-name", "\(name) was built with a name that cannot be recorded")
        .detail("entry", literal(path))
    case .unsuitableRoot(let path):
      return baseMessage("unsuitable-root", "\(name) cannot be built in this root")
        .detail("root", path)
        .detail("because", "its path has characters that `make` or a shell would interpret")
        .detail(
          "try", "set BOOTSTRAP_ROOT to a path of letters, digits, and the characters / . _ + - @")
    }
  }

  private static let example = "make install DESTDIR=\"$destdir\""

  /// Returns the start of every message: the headline, and the origin of the request.
  private func baseMessage(_ code: String, _ headline: String) -> Message {
    Message(code, headline).detail("asked by", origin?.description)
  }
}

extension BuildProblem.Step {
  fileprivate func message(of name: String, _ origin: Origin?) -> Message {
    Message("build-failed", "\(name) cannot be built: step \(number) of \(count) \(end.words)")
      .detail("asked by", origin?.description)
      .detail("step", literal(command))
      .column("output", lastLines)
      .detail("log", log)
      .detail("try", advice)
  }

  /// What to try next.
  private var advice: String {
    switch end {
    case .timeLimit: "install it again when the machine is less busy"
    case .code(127): "install the command that the shell did not find"
    case .code, .signal: "look for the first error in the log"
    }
  }
}

extension BuildProblem.End {
  fileprivate var words: String {
    switch self {
    case .code(let code): "ended with code \(code)"
    case .signal(let number): "was ended by signal \(number)"
    case .timeLimit(let minutes): "did not finish within \(QuantityFormat.count(minutes, "minute"))"
    }
  }
}
