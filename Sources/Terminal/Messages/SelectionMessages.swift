internal import Diagnostics

extension SelectionProblem {
  var message: Message {
    switch self {
    case .notInstalled(let pin, let directory, let installed, let isOtherContent, let groups):
      Message(
        "not-installed",
        isOtherContent
          ? "\(pin.tool) \(pin.version) is installed with other contents than the lock's"
          : "\(pin.tool) \(pin.version) is not installed"
      )
      .detail(
        "asked by", pin.origin.description + (directory.map { $0 == "." ? "" : " (\($0))" } ?? "")
      )
      .detail("installed", installed)
      .detail(
        "because",
        groups.isEmpty
          ? nil
          : "it is only in \(groups.count == 1 ? "the optional group" : "optional groups:") "
            + groups.map { "`\($0)`" }.joined(separator: ", ")
      )
      // Of a pin without a lock, `install` alone may find nothing to do: the version can be there for a lock.
      .detail(
        "run",
        pin.isLocked
          ? "bootstrap install" + (groups.first.map { " --with \(shellWord($0))" } ?? "")
          : "bootstrap install \(shellWord("\(pin.tool)@\(pin.version)"))")
    case .damaged(let pin, let path):
      Message("damaged", "\(pin.tool) \(pin.version) is damaged: \(path) is not there any more")
        .detail("asked by", pin.origin.description)
        .detail(
          "run",
          pin.isLocked
            ? "bootstrap install"
            : "bootstrap install --force \(shellWord("\(pin.tool)@\(pin.version)"))")
    case .notProvided(let executable, let pin, let providers):
      Message("not-provided", "\(pin.tool) \(pin.version) does not provide `\(executable)`")
        .detail("asked by", pin.origin.description)
        .column("provided by", providers.map(\.words))
    case .tie(let executable, let pins):
      Message(
        "ambiguous",
        "\(pins.map(\.tool).joined(separator: " and ")) both provide `\(executable)`"
      )
      .column("asked by", pins.map { "\($0.origin) for \($0.tool) \($0.version)" })
      .detail(
        "try",
        "pin one of them in a nearer folder, or name the programs of the other by `executables:`")
    case .notFound(let executable, let providers):
      Message("not-pinned", "no version is chosen for `\(executable)`, and PATH has no other")
        .column("provided by", providers.map(\.words))
        .detail(
          "run",
          providers.first.map {
            "bootstrap local \($0.tool) \(shellWord($0.versions.last ?? "VERSION"))"
          })
    case .noSystemProgram(let executable, let pin):
      Message("no-system-program", "PATH has no `\(executable)` besides the shim")
        .detail("asked by", "\(pin.origin) for \(pin.tool) \(pin.version)")
    case .notLocked(let tool, let toolfile):
      Message("not-locked", "\(tool) has no exact version: there is no Toolfile.lock")
        .detail("asked by", toolfile)
        .detail("run", "bootstrap lock")
    case .variable(let name, let value):
      Message("variable-is-no-version", "`\(value)` is no exact version")
        .detail("asked by", name)
    case .idiomatic(let path, let line, let text):
      Message("idiomatic-form", "`\(text)` is not an exact version")
        .detail("asked by", "\(path):\(line)")
        .detail("try", "write `TOOL VERSION` into .tool-version")
    case .noProgram(let path):
      Message("no-program", "\(path) is not there")
    case .noWorkingDirectory:
      Message("no-working-directory", "the working directory is not there any more")
    case .notExecutable(let path, let reason):
      Message("not-executable", "\(path) cannot be run").detail("because", reason)
    case .noInterpreter(let path, let interpreter):
      Message("no-interpreter", "\(path) needs `\(interpreter)`, which is not there")
    case .recursion(let executable):
      Message("recursion", "the shim `\(executable)` was called by itself again and again")
        .detail("because", "a program on PATH calls it back by its name")
    }
  }
}

extension SelectionProblem.Provider {
  fileprivate var words: String { "\(tool) \(versions.joined(separator: ", "))" }
}

extension SelectionProblem.PinnedTool {
  /// Whether a lock asks, and not a pin.
  fileprivate var isLocked: Bool {
    if case .file(let path, _, _) = origin { path.hasSuffix("Toolfile.lock") } else { false }
  }
}
