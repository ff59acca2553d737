internal import Diagnostics
internal import Vocabulary

extension HostPackageFailure {
  /// The messages for this failure: one for each unknown or ambiguous name, and otherwise a single
  /// one.
  var messages: [Message] {
    switch fault {
    case .interrupted: [Message("interrupted", "interrupted")]
    case .unknownPackages(let packages):
      packages.map { package in
        Message("no-such-package", "\(manager.title) has no package `\(package.name)`")
          .similar(package.nearest)
          .detail("try", "correct the name; it can differ between package managers")
      }
    case .ambiguousPackages(let packages):
      packages.map { package in
        Message(
          "ambiguous-package", "`\(package.name)` matches several \(manager.rawValue) packages"
        )
        .detail("choices", package.nearest.map { "`\($0)`" })
        .detail("try", "use one of these names")
      }
    default: [message]
    }
  }

  private var message: Message {
    Message(code, headline)
      .detail("installed", installed.map { "`\($0)`" })
      .detail("missing", missing.map { "`\($0)`" })
      .detail("command", command.isEmpty ? nil : command.joined(separator: " "))
      .column("output", lastLines)
      .detail("log", log)
      .detail("try", advice)
  }

  private var code: String {
    switch fault {
    case .locked: "packages-locked"
    case .refused: "no-privileges"
    case .unreachable: "packages-unreachable"
    default: "packages-failed"
    }
  }

  private var headline: String {
    let title = manager.title
    return switch fault {
    case .locked(let holder?, let limit):
      "\(holder) has kept \(title) locked for \(limit.words)"
    case .locked(nil, let limit):
      "another process has kept \(title) locked for \(limit.words)"
    case .refused(let refusal): refusal.words(title)
    case .unreachable: "\(title) could not reach a server"
    case .question: "\(title) asked a question that setup cannot answer"
    case .silence(let limit): "\(title) printed nothing for \(limit.words), so setup stopped it"
    case .ended(let end): "\(title) \(end.words)"
    case .incomplete: "\(title) reported success, but did not install everything"
    case .system(let problem): "cannot run \(title): \(problem.message.headline)"
    case .unknownPackages, .ambiguousPackages, .interrupted: ""
    }
  }

  private var advice: String? {
    switch fault {
    case .locked: manager.lockAdvice
    case .refused(.noProgram):
      "install `sudo`, or run this as root: " + command.joined(separator: " ")
    case .refused(.noTerminal): "run `bootstrap setup` in a terminal"
    case .refused(.wrongPassword): "run setup again"
    case .refused(.notAllowed): "ask an administrator to install the packages"
    case .refused(.other): nil
    case .unreachable: manager.networkAdvice
    case .question: "run the command yourself and answer the question"
    case .silence: "run the command yourself to see what it waits for"
    case .ended, .incomplete: "fix the problem in the output, then run setup again"
    case .unknownPackages, .ambiguousPackages, .interrupted, .system: nil
    }
  }
}

extension HostPackageFailure.Refusal {
  fileprivate func words(_ title: String) -> String {
    switch self {
    case .noProgram: "\(title) needs root privileges, but this machine has no `sudo`"
    case .noTerminal: "`sudo` needs a password to run \(title), but there is no terminal"
    case .wrongPassword: "`sudo` did not accept the password"
    case .notAllowed: "`sudo` does not allow you to run \(title)"
    case .other: "`sudo` failed"
    }
  }
}

extension HostPackageManager {
  /// The name of the manager in sentences.
  fileprivate var title: String {
    switch self {
    case .apt, .dnf, .apk, .pacman: rawValue
    case .brew, .cask: "Homebrew"
    case .mas: "the Mac App Store"
    }
  }

  fileprivate var lockAdvice: String {
    self == .pacman
      ? "wait until it finishes; if pacman is not running, remove /var/lib/pacman/db.lck"
      : "wait until it finishes, then run setup again"
  }

  /// Arch Linux keeps only the newest files, so old lists name files that are gone.
  fileprivate var networkAdvice: String {
    self == .pacman
      ? "check the network; if the server lacks files, upgrade the system with `pacman -Syu`"
      : "check the network, then run setup again"
  }
}

extension Duration {
  /// `10 minutes`, or `30 seconds`.
  fileprivate var words: String {
    let seconds = Int(components.seconds)
    return seconds < 120 || seconds % 60 != 0
      ? QuantityFormat.count(seconds, "second") : QuantityFormat.count(seconds / 60, "minute")
  }
}
