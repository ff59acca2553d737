package import Diagnostics
internal import TextSearch
internal import Vocabulary

extension SetupCheck {
  /// What holds if the check finds nothing.
  package var headline: String {
    switch self {
    case .program: "`bootstrap` is on PATH"
    case .path: "the shims come first on PATH"
    case .shims: "every installed program has a shim"
    case .root: "you can change the root"
    case .fileSystem: "the root's file system runs programs and has links and locks"
    case .space: "the disk has space"
    case .work: "no command was interrupted"
    case .store: "the database is intact"
    case .clock: "the clock is not behind"
    case .config: "every line of `config` has an effect"
    case .policy: "this machine has no policy"
    case .folder: "the tools of this directory are installed"
    case .pins: "the version files in this directory are followed"
    case .machine: "this machine is set up as the Toolfiles describe"
    case .indexes: "the indexes answer"
    }
  }
}

extension SetupFinding {
  /// The messages of the finding, each with its remedy.
  package var messages: [Message] {
    switch self {
    case .programNotOnPath(let program):
      [
        Message("program-not-on-path", "PATH has no `bootstrap`")
          .detail("program", program)
          .detail("run", "\(shellPath(program)) setup --shell")
          .detail("then", "open a new shell")
      ]
    case .otherProgram(let found, let program):
      [
        Message("other-program", "`bootstrap` on PATH is not the program of this root")
          .detail("on PATH", found)
          .detail("of root", program)
          .detail("try", "remove the other program, or put \(folder(of: program)) before it")
      ]
    case .shims(let finding): [finding.message]
    case .leftToShims(let tools):
      [
        Message(
          "left-to-shims",
          "the direct mode of this shell leaves \(QuantityFormat.count(tools.count, "tool")) to "
            + (tools.count == 1 ? "its shims" : "their shims")
        )
        .column("because", tools.map { "\($0.tool): \($0.reason.sentence)" })
      ]
    case .root(let finding): [finding.message]
    case .ineffectiveSetting(let key, let origin, let nearest, let folder):
      [
        Message("ineffective-setting", "the line `\(key)` has no effect")
          .detail("line", "\(origin)")
          .detail("because", folder.map { "there is no folder \(printable($0))" })
          .similar(nearest)
          .detail("try", "correct the line, or remove it")
      ]
    case .correctedSetting(let line, let origin, let value):
      [
        Message("corrected-setting", "the line `\(line)` has a value that is not possible")
          .detail("line", "\(origin)")
          .detail("in force", value)
          .detail("try", "correct the line, or remove it")
      ]
    case .overruledSetting(let line, let origin, let rule):
      [
        Message("overruled-setting", "the line `\(line)` has no effect")
          .detail("line", "\(origin)")
          .detail("because", "the policy of this machine takes precedence")
          .detail("policy", rule.description)
          .detail("try", "remove the line")
      ]
    case .policy(let paths, let count):
      [
        Message(
          "policy", "this machine has a policy with \(QuantityFormat.count(count, "rule"))"
        )
        .detail("file", paths)
        .detail("run", "bootstrap policy check")
      ]
    case .passedOver(let pin, let isDefined):
      [
        Message("passed-over", "\(pin.origin.withoutColumn) is not followed")
          .detail("because", pin.reason.sentence)
          .detail("run", pin.remedy(isDefined: isDefined))
          .detail("try", pin.isUnreadable && !pin.isAlias ? "pin the tool in .tool-version" : nil)
      ]
    case .unavailable(let remainders):
      [
        Message("unavailable", "this system cannot have everything that the Toolfiles describe")
          .column("to do", remainders.map(\.words))
      ]
    case .failure(let problem), .unexamined(let problem): problem.messages
    }
  }

  private func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? path
  }
}

extension ShimFinding {
  fileprivate var message: Message {
    switch self {
    case .notOnPath(let shims, let startup):
      Message("shims-not-on-path", "the shims are not on PATH")
        .detail("folder", shims)
        .detail("set up by", startup.map { "\($0)" })
        .detail("run", startup == nil ? "bootstrap setup --shell" : "exec $SHELL")
        .detail("then", startup == nil ? "open a new shell" : nil)
    case .hidden(let executables, let folder, let owner, let shims):
      Message(
        "shims-hidden",
        "\(QuantityFormat.count(executables.count, "program")) in \(folder) "
          + "\(executables.count == 1 ? "runs" : "run") instead of the "
          + (executables.count == 1 ? "shim" : "shims")
      )
      .detail("programs", excerpt(of: executables))
      .fact("executables", .strings(executables))
      .detail("belongs to", owner)
      .detail("shims", shims)
      .detail(
        "try", "move the line that `bootstrap setup --shell` writes to the end of the startup file")
    case .otherVersion(let executable, let found, let selected):
      Message("other-version", "`\(executable)` on PATH is not the version that is selected here")
        .detail("on PATH", found)
        .detail("selected", selected)
        .detail("try", "open a new shell, or take the folder off PATH")
    case .missing(let names):
      Message(
        "missing-shims",
        "\(QuantityFormat.count(names.count, "installed program")) "
          + "\(names.count == 1 ? "has" : "have") no shim"
      )
      .detail("programs", excerpt(of: names))
      .detail("run", "bootstrap rehash")
    case .outdated(let names):
      Message(
        "outdated-shims",
        "\(QuantityFormat.count(names.count, "shim")) \(names.count == 1 ? "was" : "were") made "
          + "for other tools or definitions than there are now"
      )
      .detail("shims", excerpt(of: names))
      .detail("run", "bootstrap rehash")
    case .dangling(let names):
      Message(
        "dangling-shims",
        "\(QuantityFormat.count(names.count, "shim")) \(names.count == 1 ? "belongs" : "belong") "
          + "to no installation"
      )
      .detail("shims", excerpt(of: names))
      .detail("run", "bootstrap rehash")
    case .occupied(let names, let folder):
      Message(
        "occupied-shims",
        "files in \(folder) take the place of \(QuantityFormat.count(names.count, "shim"))"
      )
      .detail("files", excerpt(of: names))
      .detail("try", "move them to another folder, then run `bootstrap rehash`")
    case .foreign(let names, let folder):
      Message(
        "foreign-shims",
        "\(folder) has \(QuantityFormat.count(names.count, "file")) that "
          + (names.count == 1 ? "is not a shim" : "are not shims")
      )
      .detail("files", excerpt(of: names))
      .detail("try", "move them to another folder of PATH")
    case .noProgram(let path):
      Message("missing-shim-program", "\(path) is missing, so no shim runs")
        .detail("try", SystemProblem.reinstallation)
    case .noPermission(let path):
      Message("shim-program-not-executable", "\(path) may not be run, so no shim runs")
        .detail("run", "chmod +x \(shellPath(path))")
    case .blocked(let path):
      Message("blocked-shims", "\(path) is not a folder, so there are no shims")
        .detail("try", "move it elsewhere, then run `bootstrap rehash`")
    }
  }
}

/// Returns a few names, and how many more there are.
private func excerpt(of names: [String]) -> [String] {
  let shown = names.prefix(5).map { "`\($0)`" }
  return names.count > 5 ? shown + ["and \(names.count - 5) more"] : shown
}

extension RootFinding {
  var message: Message {
    switch self {
    case .missing(let path):
      Message("missing-root", "the root \(path) does not exist")
        .detail("try", "unset BOOTSTRAP_ROOT if it is wrong; an install creates the root")
    case .readOnly(let path):
      Message("unwritable-root", "you cannot change \(path)")
        .detail("because", "its file system is read-only")
    case .writableByOthers(let paths, let root):
      Message("writable-by-others", "other users can change what your tools run")
        .column(
          "writable", paths.count > 6 ? paths.prefix(5) + ["and \(paths.count - 5) more"] : paths
        )
        .fact("paths", .strings(paths))
        .detail(
          "run",
          paths.count > 6
            ? "chmod -R go-w \(shellPath(root))"
            : "chmod go-w " + paths.map(shellPath).joined(separator: " "))
    case .unsuitableFileSystem(let path, let need, let reason):
      Message("unsuitable-file-system", need.headline(at: path))
        .detail("because", reason)
        .detail(
          "try",
          need == .execution
            ? SystemProblem.noexecRemedy + SystemProblem.orOtherRoot
            : "set BOOTSTRAP_ROOT to a folder on another file system")
    case .scarceSpace(let path, let bytes, let files):
      Message("scarce-space", "the disk of \(path) is almost full")
        .detail(
          "left",
          "\(QuantityFormat.bytes(bytes)), \(QuantityFormat.count(files, "file"))"
        )
        .detail("try", "delete files, or run `bootstrap uninstall` for tools that you do not need")
    case .mixedPrograms(let path):
      Message("mixed-programs", "an update of the programs in \(path) was interrupted")
        .detail("run", "bootstrap self-update")
    case .differentPrograms(let folder, let main, let change):
      Message("different-programs", "the programs in \(folder) are of two versions")
        .detail("bootstrap", main)
        .detail("bootstrap-change", change)
        .detail("run", "bootstrap self-update \(change) --force")
    case .unfinishedWork:
      Message("unfinished-work", "an earlier command was interrupted")
        .detail("run", "bootstrap rehash")
    case .damagedStore(let path, let details):
      Message("damaged-store", "\(path) is damaged")
        .column("because", Array(details.prefix(3)))
        .fact("details", .strings(details))
        .detail("run", "mv \(shellPath(path)) \(shellPath(path + ".damaged")) && bootstrap rehash")
    case .missingStore(let path):
      Message("missing-store", "the database \(path) is missing")
        .detail("run", "bootstrap rehash")
    case .goneVersions(let titles):
      Message(
        "gone-versions",
        "the database lists \(QuantityFormat.count(titles.count, "version")) whose "
          + (titles.count == 1 ? "folder is gone" : "folders are gone")
      )
      .detail("versions", excerpt(of: titles))
      .detail("run", "bootstrap rehash")
    case .brokenVersions(let names, let folder):
      Message(
        "broken-versions",
        "\(QuantityFormat.count(names.count, "link")) in \(folder) "
          + (names.count == 1 ? "leads to no installation" : "lead to no installation")
      )
      .detail("versions", excerpt(of: names.map { $0.replacing("@", with: " ") }))
      .detail("run", "bootstrap install --force " + names.map(shellWord).joined(separator: " "))
    case .clockBehind(let now, let file, let modified):
      Message("clock-behind", "the clock is behind, or \(file) is from the future")
        .detail("clock", now)
        .detail("file", modified)
        .detail("try", "set the clock, or `touch` the file")
    }
  }
}

extension PassedOverPin {
  /// The command after which the pin counts, or `nil` if only an edit of the file helps.
  fileprivate func remedy(isDefined: Bool) -> String? {
    if case .turnedOff = reason { return "bootstrap config unset idiomatic" }
    if !isDefined { return nil }
    if isAlias { return tool.map { "bootstrap local --install \($0)" } }
    return isUnreadable ? nil : "bootstrap install --from-idiomatic"
  }
}

extension FileSystemNeed {
  fileprivate func headline(at path: String) -> String {
    switch self {
    case .execution: "programs in \(path) cannot run"
    case .symbolicLinks: "the file system of \(path) has no symbolic links"
    case .locks: "the file system of \(path) has no locks"
    }
  }
}
