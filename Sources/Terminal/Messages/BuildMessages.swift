internal import Diagnostics
internal import TextSearch
internal import Vocabulary

extension BuildProblem {
  var message: Message {
    details(of: fault).detail("log", log).detail("try", advice)
  }

  /// Returns the message without what follows from every fault.
  private func details(of fault: Fault) -> Message {
    let name = "\(tool) \(version)"
    switch fault {
    case .step(let step):
      return message(
        "build-failed",
        "\(name) cannot be built: step \(step.number) of \(step.count) \(step.end.words)"
      )
      .detail("step", literal(step.command))
      .column("output", step.lastLines)
    case .patch(let patch, let step):
      return message(
        "patch-failed", "\(name) cannot be built, because the patch `\(patch)` does not apply"
      )
      .column("output", step.lastLines)
    case .nothingInstalled(let elsewhere):
      return message(
        "nothing-built", "the steps of \(name) installed nothing in `$destdir$prefix`"
      )
      .detail("found", elsewhere)
    case .outsidePrefix(let paths):
      return message("built-outside", "the steps of \(name) installed files outside `$prefix`")
        .column("found", paths)
    case .linkLeadsOut(let path, let target):
      return message(
        "built-link", "the steps of \(name) installed a link that points outside `$prefix`"
      )
      .detail("link", literal(path))
      .detail("target", literal(target))
    case .specialFile(let path):
      return message(
        "built-special", "the steps of \(name) installed something other than files and links"
      )
      .detail("entry", literal(path))
    case .badName(let path):
      return message("built-name", "the steps of \(name) installed a file with an invalid name")
        .detail("file", literal(path))
    case .missingExecutables(let names, let files):
      return message(
        "not-built",
        "the steps of \(name) installed no executable "
          + names.map { "`\($0)`" }.joined(separator: ", ")
      )
      .detail("installed", nearestFirst(files, to: names.map(\.text), limit: 5))
    case .forbidden(let others):
      return message(
        "build-forbidden", "\(name) is not prebuilt, and `--prebuilt` forbids building it"
      )
      .detail("also", others.isEmpty ? nil : QuantityFormat.enumeration(others.map(\.text)))
    case .circularNeeds(let others):
      let names = QuantityFormat.enumeration(others.map { "`\($0)`" })
      return message(
        "circular-build",
        "\(name) cannot be built, because it and \(names) need each other for their builds")
    case .needsTools(let others):
      let names = QuantityFormat.enumeration(others.map { "`\($0)`" })
      return message(
        "build-needs-tools",
        "\(name) cannot be installed by itself, because its build needs \(names)")
    case .noRuby(let path): return noRuby(at: path)
    case .otherRuby(let ruby): return otherRuby(ruby)
    case .gemExtension(let gem, let step): return extensionFailed(gem, step)
    case .unsuitableRoot(let path):
      return message("unsuitable-root", "\(name) cannot be built, because of the path of the root")
        .detail("root", path)
        .detail("because", "it contains characters that have a meaning for `make` or a shell")
    }
  }

  // MARK: Gems

  private func noRuby(at path: String?) -> Message {
    message(
      "no-ruby",
      "\(tool) \(version) consists of gems, but "
        + (path.map { "there is no working Ruby at \($0)" } ?? "this machine has no Ruby"))
  }

  private func otherRuby(_ ruby: UnsuitableRuby) -> Message {
    let (name, word) =
      switch ruby.part {
      case .ruby: ("Ruby", "ruby")
      case .rubygems: ("RubyGems", "rubygems")
      }
    return message(
      "other-\(word)",
      "\(tool) \(version) does not work with \(name) \(ruby.found), "
        + "because \(ruby.gem) needs \(word) \(ruby.needs)"
    )
    .detail("found", ruby.path)
    .column("try", Self.remedies(for: ruby))
  }

  /// Returns ways to get gems and a Ruby that work together. The system's Ruby does not affect
  /// which gems are locked unless the Toolfile names its version.
  private static func remedies(for ruby: UnsuitableRuby) -> [String] {
    guard ruby.isOfSystem else {
      return ["bootstrap update ruby"]
    }
    let own = ruby.part == .rubygems ? ["gem update --system, to update this RubyGems"] : []
    return own + [
      remedy(lockingGemsFor: ruby.version),
      "bootstrap local --unset ruby, to lock a compatible Ruby, if .tool-version contains "
        + "`ruby system`",
    ]
  }

  /// Returns the way to get gems that work with this version of the system's Ruby.
  static func remedy(lockingGemsFor version: String) -> String {
    let series = version.split(separator: ".").prefix(2).joined(separator: ".")
    return "tool \"ruby\", \"~> \(series)\" in the Toolfile, to lock gems for this Ruby"
  }

  private func extensionFailed(_ gem: String, _ step: Step) -> Message {
    message(
      "extension-failed",
      "\(tool) \(version) cannot be installed: the extension of \(gem) \(step.end.words)"
    )
    .column("output", step.lastLines)
  }

  // MARK: Parts of messages

  /// Returns the start of every message: the headline, and the origin of the request.
  private func message(_ code: String, _ headline: String) -> Message {
    Message(code, headline).detail("asked by", origin?.description)
  }

  /// The user's next step, or `nil` if other lines of the message suggest one.
  private var advice: String? {
    switch fault {
    case .step(let step):
      switch step.end {
      case .timeLimit: "look in the log for what it waits for"
      case .code(127): "install the command that the shell did not find"
      case .code, .signal: "look for the first error in the log"
      }
    case .patch: "limit the patch with `from:` and `until:` to the versions that need it"
    case .nothingInstalled:
      "add a step that installs there, such as `make install DESTDIR=\"$destdir\"`"
    case .outsidePrefix: "configure the program for `$prefix`, as in `./configure --prefix=$prefix`"
    case .linkLeadsOut, .specialFile, .badName: "remove it in a further step"
    case .missingExecutables:
      "add a step that installs it in `$destdir$prefix/bin`, or list others in `executables:`"
    case .circularNeeds:
      "remove one of the `needs` lines, or use a prebuilt version of one of the tools"
    case .needsTools: "add it to a Toolfile with `bootstrap add \(tool)`"
    case .forbidden: "install without `--prebuilt`, or choose a version that is prebuilt"
    case .otherRuby: nil
    case .gemExtension(_, let step):
      if step.lacksCompiler {
        "install a C compiler and `make`"
      } else if step.lacksLibrary {
        "install the missing header or library that the log names"
      } else {
        "look for the first error in the log"
      }
    case .noRuby:
      "install a Ruby on this machine, or run `bootstrap local --unset ruby` to lock one"
    case .unsuitableRoot:
      "set BOOTSTRAP_ROOT to a path of letters, digits, and the characters / . _ + - @"
    }
  }
}

extension BuildProblem.Step {
  /// Whether `mkmf` reports that there is no compiler.
  fileprivate var lacksCompiler: Bool {
    lastLines.contains { $0.contains("You have to install development tools first") }
  }

  /// Whether a compiler, a linker, or `mkmf` reports a missing header or library in the output.
  fileprivate var lacksLibrary: Bool {
    let signs = [
      "No such file or directory", "file not found", "cannot find -l", "library not found",
      "is missing", "can't find header files",
    ]
    return lastLines.contains { line in signs.contains { line.contains($0) } }
  }
}

extension BuildProblem.End {
  /// The words that follow the name of a program, such as `failed with exit code 1`.
  var words: String {
    switch self {
    case .code(let code): "failed with exit code \(code)"
    case .signal(let number): "was terminated by signal \(number)"
    case .timeLimit(let limit):
      "was stopped after \(QuantityFormat.count(Int(limit / .seconds(60)), "minute"))"
    }
  }
}
