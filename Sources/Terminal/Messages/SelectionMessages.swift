internal import Diagnostics
internal import Vocabulary

extension SelectionProblem {
  var message: Message {
    switch self {
    case .notInstalled(
      let pin, let directory, let installed, let isOtherContent, let isLockOnly, let groups,
      let leftOut):
      Message(
        "not-installed",
        isOtherContent
          ? "another \(pin.tool) \(pin.version) is installed, but not the one in the lock"
          : isLockOnly
            ? "\(pin.tool) \(pin.version) is installed, but only for a lock"
            : "\(pin.tool) \(pin.version) is not installed"
      )
      .detail(
        "asked by", pin.origin.description + (directory.map { $0 == "." ? "" : " (\($0))" } ?? "")
      )
      .detail("installed", installed.map(\.text))
      .detail(
        "because",
        isLockOnly ? "a pin without a lock runs only what your own sources provide" : nil
      )
      .detail(
        "because",
        leftOut.map { "\($0.origin) leaves out the group `\($0.group)`" }
          ?? Self.optionalGroups(groups)
      )
      .detail(
        "because",
        pin.onRequestOnly.isEmpty
          ? nil
          : "`x` and `install-on-exec` do not install "
            + pin.onRequestOnly.map(\.text).joined(separator: ", ")
            + ": only the project says where "
            + (pin.onRequestOnly.count == 1 ? "it comes from" : "they come from")
      )
      .alias(pin.aliasOf, pin.tool, pin.version)
      .detail(
        "because",
        pin.isInstallable || pin.isInProject || pin.aliasOf != nil
          ? nil : "no registry defines `\(printable(pin.tool.text))`"
      )
      .detail("run", pin.remedy(installed: installed, groups: groups, directory: directory))
      .detail("or", leftOut?.change)
    case .damaged(let pin, let path):
      Message("damaged", "\(pin.tool) \(pin.version) is damaged: \(path) is missing")
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
        .detail("try", providers.first { $0.tool == pin.tool }.flatMap { pin.change(to: $0) })
    case .noSuchExecutable(let executable, let pin, let provided, let retry):
      Message(
        "no-such-executable",
        "\(pin.tool) \(pin.version) has no executable `\(executable?.text ?? pin.tool.text)`"
      )
      .detail("provides", provided.map(\.text))
      .detail("run", commandLine(retry))
    case .ambiguous(let executable, let pins):
      Message(
        "ambiguous",
        "\(pins.map(\.tool.text).joined(separator: " and ")) both provide `\(executable)`"
      )
      .column("asked by", pins.map { "\($0.origin) for \($0.tool) \($0.version)" })
      .detail(
        "try",
        "pin one of them in a closer directory, or limit the other with `executables:`")
    case .notFound(let executable, let providers, let passedOver, let nearest, let retry):
      Message("not-pinned", "no version is pinned for `\(executable)`, and PATH has no other")
        .column("passed over", passedOver.map(\.sentence))
        .column("provided by", providers.map(\.words))
        .similar(nearest)
        .column("run", Self.pinning(providers.first { !$0.isLockOnly }, passedOver))
        .detail("run", commandLine(retry))
    case .notForPlatform(let executable, let tool, let platform):
      Message(
        "not-for-platform",
        executable == tool.name.text
          ? "\(tool.name) is not for \(platform)"
          : "`\(executable)` of \(tool.name) is not for \(platform)"
      )
      .detail("asked by", tool.origin.description)
      .detail("because", "this project uses it only on \(tool.platformList)")
    case .noSystemProgram(let executable, let pin):
      Message("no-system-program", "PATH has no `\(executable)` other than the shim")
        .detail("asked by", "\(pin.origin) for \(pin.tool) \(pin.version)")
    case .notLocked(let tool, let toolfile):
      Message("not-locked", "\(tool) has no locked version because Toolfile.lock is missing")
        .detail("asked by", toolfile)
        .detail("run", "bootstrap lock")
    case .notInLock(let tool, let origin):
      Message("not-in-lock", "Toolfile.lock has no version of \(tool) for this machine")
        .detail("asked by", origin.description)
        .detail("run", "bootstrap install")
    case .contested(let tool, let ours, let theirs, let origin, let isToolfileContested):
      Message("merge-conflict", "the version of \(tool) is in a merge conflict")
        .detail("at", origin.description)
        .detail("because", Self.sides(ours, theirs))
        .detail(
          "try",
          isToolfileContested
            ? "keep one side of each conflict in the Toolfile, then run `bootstrap lock`" : nil
        )
        .detail("run", isToolfileContested ? nil : "bootstrap lock")
    case .variable(let name, let value):
      Message("variable-is-no-version", "`\(value)` is not an exact version")
        .detail("asked by", name)
        .detail("try", "`unset \(name)`, or set it to a version such as `1.4.2`, or to `system`")
    case .noProgram(let path):
      Message("no-program", "\(path) does not exist")
    case .noWorkingDirectory:
      Message("no-working-directory", "the working directory no longer exists")
    case .notExecutable(let path, let reason):
      Message("not-executable", "\(path) cannot be run").detail("because", reason)
    case .noexec(let path, let folder, let isInRoot):
      Message("noexec", "\(path) cannot be run")
        .detail("because", SystemProblem.noexecCause(folder))
        .detail("try", SystemProblem.noexecRemedy + (isInRoot ? SystemProblem.orOtherRoot : ""))
    case .noInterpreter(let path, let interpreter):
      Message(
        "no-interpreter", "\(path) needs the interpreter `\(interpreter)`, which does not exist")
    case .noView(let path, let toolCount, let reason):
      Message("no-view", "\(path) has no folder of links to the \(toolCount) tools used here")
        .detail("because", "it cannot be created: \(reason)")
        .detail("run", "bootstrap install")
        .detail("as", "a user who may write there")
    case .recursion(let executable):
      Message("recursion", "the shim `\(executable)` keeps calling itself")
        .detail("because", "a program on PATH calls `\(executable)` by its name again")
    }
  }
}

extension Message {
  /// Returns the message with the right name of a tool that is pinned under an alias, or unchanged
  /// if `tool` is `nil`.
  func alias(_ tool: ToolName?, _ alias: ToolName, _ version: PinnedVersion) -> Message {
    detail("because", tool.map { "no registry defines `\(alias)`, an alias of `\($0)`" })
      .detail("try", tool.map { "`\($0) \(version)` in place of `\(alias) \(version)`" })
  }
}

extension SelectionProblem {
  /// Returns what the sides of a merge say about a tool.
  fileprivate static func sides(_ ours: VersionText?, _ theirs: VersionText?) -> String {
    if let ours, ours == theirs { return "both sides have \(ours), with different content" }
    let words = [ours, theirs].map { $0?.text ?? "none" }
    return "ours has \(words[0]), theirs \(words[1])"
  }

  /// Returns the commands that select a version of a provider: the one for which a file of another
  /// version manager asks, or an installed one.
  fileprivate static func pinning(
    _ provider: Provider?, _ passedOver: [PassedOverPin]
  ) -> [String] {
    guard let provider else { return [] }
    let isAsked = passedOver.contains { pin in
      guard case .notInstalled = pin.reason else { return false }
      return pin.tool == provider.tool
    }
    return (isAsked ? ["bootstrap install --from-idiomatic"] : [])
      + ["bootstrap local \(provider.tool) \(shellWord(provider.versions.last?.text ?? "VERSION"))"]
  }
}

extension SelectionProblem.Provider {
  fileprivate var words: String {
    "\(tool) \(versions.map(\.text).joined(separator: ", "))"
      + (isLockOnly ? ", only for a lock: no registry of yours defines \(tool)" : "")
  }
}

extension SelectionProblem {
  /// Returns why an install passes over a tool that is only in optional groups, or `nil` if it is
  /// in none.
  private static func optionalGroups(_ groups: [GroupName]) -> String? {
    if groups.isEmpty { return nil }
    return "it is only in \(groups.count == 1 ? "the optional group" : "optional groups:") "
      + groups.map { "`\($0)`" }.joined(separator: ", ")
  }
}

private let notExact = " is not an exact version"

extension SelectionProblem.PinnedTool {
  /// Whether the pin comes from a lock.
  fileprivate var isLocked: Bool {
    if case .file(let path, _, _) = origin { path.hasSuffix("Toolfile.lock") } else { false }
  }

  /// Returns the command that installs the version or selects another one, or `nil` if the pin has
  /// the wrong name.
  ///
  /// - Parameters:
  ///   - installed: The installed versions of the tool, oldest first.
  ///   - groups: The optional groups that include the tool, or none.
  ///   - directory: The folder of the file that pins it.
  fileprivate func remedy(
    installed: [VersionText], groups: [GroupName], directory: String?
  ) -> String? {
    if aliasOf != nil { return nil }
    if isLocked {
      return "bootstrap install" + (groups.first.map { " --with \(shellWord($0.text))" } ?? "")
    }
    // `3.31` is no version, but the beginning of an installed one.
    if let version = installed.last(where: { $0.text.hasPrefix("\(self.version).") }) {
      return selection(of: version, in: directory)
    }
    if !isInstallable, isInProject {
      return bootstrapCommand("install", in: directory == "." ? nil : directory)
    }
    if !isInstallable { return "bootstrap search \(shellWord(tool.text))" }
    // `install` without arguments may find nothing to do, because the version may already be
    // installed for a lock.
    return "bootstrap install \(shellWord("\(tool)@\(version)"))"
  }

  /// The command that selects an installed version whose number begins as the pin states.
  /// `directory` is the folder of the file that pins it, where `local` changes that file.
  fileprivate func selection(of installed: VersionText, in directory: String?) -> String {
    let words = "\(shellWord(tool.text)) \(shellWord("\(version)"))"
    switch origin {
    case .variable(let name): return "export \(name)=\(shellWord(installed.text))"
    case .file(let path, _, _) where !path.hasSuffix(".tool-version"):
      return "bootstrap global \(words)"
    default: return bootstrapCommand("local \(words)", in: directory == "." ? nil : directory)
    }
  }

  /// The change that selects the newest version of `provider`, or `nil` if it has none.
  fileprivate func change(to provider: SelectionProblem.Provider) -> String? {
    provider.versions.last.map { version in
      isLocked
        ? "in the Toolfile: tool \"\(printable(tool.text))\", \"\(version)\""
        : "\(version) in place of \(self.version) (\(origin))"
    }
  }
}

extension LeftOutGroup {
  /// The command that changes the choice so that it no longer leaves out the group.
  fileprivate var change: String {
    guard case .variable(let name) = origin else {
      return remainder.isEmpty
        ? "bootstrap config unset groups"
        : "bootstrap config set groups \(remainder.map(shellWord).joined(separator: " "))"
    }
    return remainder.isEmpty
      ? "unset \(name)" : "export \(name)=\(shellWord(remainder.joined(separator: ",")))"
  }
}
