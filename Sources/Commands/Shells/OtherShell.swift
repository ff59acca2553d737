package import Diagnostics
internal import Filesystem
internal import Layout
internal import TextSearch

/// A shell that `activate` does not support, but that can have the shims on `PATH`.
enum OtherShell {
  /// The POSIX shell and its relatives, such as dash, ksh, and the shell of busybox.
  case posix
  /// csh or tcsh, with the name of its startup file.
  case csh(file: String)
  case elvish, nushell, powerShell, xonsh

  /// Creates the shell with this name. Returns `nil` if it is none of these.
  init?(named name: String) {
    switch name {
    case "sh", "ash", "busybox", "dash", "ksh", "ksh93", "mksh", "oksh", "yash": self = .posix
    case "csh": self = .csh(file: "~/.cshrc")
    case "tcsh": self = .csh(file: "~/.tcshrc")
    case "elvish": self = .elvish
    case "nu", "nushell": self = .nushell
    case "pwsh", "powershell": self = .powerShell
    case "xonsh": self = .xonsh
    default: return nil
    }
  }

  /// The startup file.
  private var file: String {
    switch self {
    case .posix: "~/.profile"
    case .csh(let file): file
    case .elvish: "~/.config/elvish/rc.elv"
    case .nushell: "the file that `$nu.config-path` names"
    case .powerShell: "the file that `$PROFILE` names"
    case .xonsh: "~/.xonshrc"
    }
  }

  /// Returns the line that puts folders first on `PATH`.
  func line(adding folders: [FilePath]) -> StartupLine {
    let words = folders.map { quoted($0.string) }
    let joined = quoted(folders.map(\.string).joined(separator: ":"))
    let text =
      switch self {
      case .posix: "export PATH=\(joined):\"$PATH\""
      case .csh: "setenv PATH \(joined):\"$PATH\""
      case .elvish: "set paths = [\(words.joined(separator: " ")) $@paths]"
      case .nushell:
        "$env.PATH = ($env.PATH | split row (char esep) | prepend "
          + "[\(words.joined(separator: " "))])"
      case .powerShell:
        "$env:PATH = \(quoted(folders.map(\.string).joined(separator: ":") + ":")) + $env:PATH"
      case .xonsh:
        words.reversed().map { "$PATH.insert(0, \($0))" }.joined(separator: "; ")
      }
    return StartupLine(file: file, text: text)
  }

  /// Returns `text` as one word of this shell.
  private func quoted(_ text: String) -> String {
    switch self {
    case .posix: return Shell.bash.quoted(text)
    // These shells expand `!` from the history even in quotes.
    case .csh: return Shell.bash.quoted(text).replacing("!", with: "\\!")
    case .elvish, .powerShell: return "'\(text.replacing("'", with: "''"))'"
    case .nushell, .xonsh:
      let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      return "\"\(escaped)\""
    }
  }
}

extension Session {
  /// Returns the shell with this name or path.
  ///
  /// - Throws: ``UsageProblem/unknownShell(_:known:line:)``, with the line to write if it is known,
  ///   if bootstrap does not support the shell, or the error of ``checkFoldersFitPath()``.
  package func shell(named name: String) throws(Problem) -> Shell {
    let name = name.split(separator: "/").last.map(String.init) ?? name
    if let shell = Shell(rawValue: name) { return shell }
    throw try unsupported(name)
  }

  /// Returns the problem with a shell that bootstrap does not support. `name` is `nil` if the shell
  /// is unknown.
  ///
  /// - Throws: The error of ``checkFoldersFitPath()``.
  package func unsupported(_ name: String?) throws(Problem) -> Problem {
    var line: StartupLine?
    if let name, let shell = OtherShell(named: name) {
      try checkFoldersFitPath()
      line = shell.line(adding: [root.shims.path, programFolder])
    }
    return .usage(
      .unknownShell(name, known: Shell.allCases.map(\.rawValue), line: line))
  }
}
