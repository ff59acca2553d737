internal import Diagnostics
internal import TextSearch
internal import Vocabulary

extension ProjectProblem {
  var message: Message {
    switch self {
    case .noManifest(let directory, let guests, let passedOver, let installable):
      Message("no-manifest", "no Toolfile found in \(directory) or any parent directory")
        .column("pinned", guests.map(\.sentence))
        .column("passed over", passedOver.map(\.sentence))
        .column(
          "run",
          guests.isEmpty
            ? [installable.map { "bootstrap local --install \($0)" } ?? "bootstrap init"]
            : guests.contains(where: \.isDefined)
              ? ["bootstrap install --from-idiomatic", "bootstrap import"] : [])
    case .nothingToFollow(let guests, let passedOver, let installable):
      Message("no-manifest", "no file of another version manager pins what can be installed")
        .column("pinned", guests.map(\.sentence))
        .column("passed over", passedOver.map(\.sentence))
        .detail("run", installable.map { "bootstrap local --install \($0)" })
    case .unreadable(let path, let reason):
      Message("unreadable-manifest", "\(path) cannot be read").detail("because", reason)
    case .changedWhileRead(let path):
      Message("unreadable-manifest", "\(path) cannot be read")
        .detail("because", "it changed while it was being read")
    case .foreignFiles(let files):
      Message(
        "not-trusted",
        files.count == 1
          ? "not reading \(files[0].sentence)"
          : "not reading \(files.count) files of other users in a place where everybody can write"
      )
      .column("files", files.count == 1 ? [] : files.map { "\($0.path) (user \($0.owner))" })
      .detail("try", "copy the project to a folder of your own, or take it over with `chown`")
    case .notAFile(let path, let kind):
      Message("not-a-file", "\(path) is \(kind.words), not a file")
    case .danglingLink(let path, let target):
      Message("dangling-link", "\(path) is a link to a file that is missing")
        .detail("target", target)
        .detail("try", "bring the file back, or remove the link")
    case .linkOutside(let path, let isWritten):
      Message("link-outside", "\(path) is a link out of the repository, or to nothing")
        .detail(
          "because",
          isWritten
            ? "bootstrap writes only to files of the repository"
            : "bootstrap reads only files of the repository"
        )
        .detail("try", "replace the symbolic link with a file")
    case .noLock(let toolfile):
      Message("no-lock", "no Toolfile.lock found next to the Toolfile")
        .detail("asked by", toolfile)
        .detail("run", "bootstrap lock")
    case .lockIsStale(let lock, let difference):
      difference.message(lock: lock)
    case .lockDeviates(let deviations):
      LockDeviation.message(deviations)
    case .publishersChanged(let changes):
      PublisherChange.message(changes)
    case .unconfirmed(let tools, let directory):
      Message("unconfirmed", Self.headline(tools, "not confirmed"))
        .column("tools", tools.count == 1 ? [] : tools.map(\.description))
        .detail(
          "because",
          "no index has confirmed on this machine that it publishes what the lock contains"
        )
        .detail("run", bootstrapCommand("install", in: directory))
    case .rootInProject(let root, let project):
      Message("root-in-project", "your consent to \(project) cannot be recorded")
        .detail("because", "the root \(root) is inside of it, so a record may have come with it")
        .detail("run", "export BOOTSTRAP_ROOT=<directory outside of the project>")
    case .unsupportedPlatform(let platform, let lock, let locked):
      Message("unsupported-platform", "the lock does not cover \(platform)")
        .detail("asked by", lock)
        .detail("covers", locked)
        .detail("run", "bootstrap lock --add-platform \(platform)")
    case .collidingVariable(let variable, let tools):
      Message(
        "colliding-variable",
        "tools \(QuantityFormat.enumeration(tools)) would share the environment variable "
          + "`\(variable)`")
    case .ambiguousNeed(let tool, let requesters):
      Message(
        "ambiguous-need",
        "\(QuantityFormat.enumeration(requesters)) need `\(tool)` from different places"
      )
      .detail("try", "declare the tool in the Toolfile: tool \"\(tool)\"")
    case .unknownGroup(let group, let known):
      Message("unknown-group", "the Toolfile has no group `\(group)`")
        .similar(nearestNames(to: group, in: known))
        .detail("groups", key: "it has", known)
    case .similarGroup(let group, let nearest, let retry, let creating):
      Message("unknown-group", "the Toolfile has no group `\(group)`")
        .similar(nearest)
        .detail("run", commandLine(retry))
        .detail("to create", key: "create", commandLine(creating))
    case .noPlatformLeft(let origin, let retry):
      Message("no-platform-left", "\(origin.withoutColumn) must keep at least one platform")
        .detail("try", commandLine(retry).map { "add another one as well: \($0)" })
        .detail(
          "or",
          origin == .file(origin.path ?? "")
            ? nil : "remove the line by hand, for the default platforms")
    case .conflict(let conflict): conflict.message
    case .undecided(let tools, let seconds, let retry):
      Message(
        "undecided",
        "no choice of versions was found within \(QuantityFormat.count(seconds, "second"))"
      )
      .detail("conflicts", tools)
      .detail(
        "try",
        tools.isEmpty ? nil : "require exact versions of some of these tools in the Toolfile"
      )
      .detail("run", commandLine(retry))
    case .systemTool(let tool, let path, let version, let needs, let pin):
      Message(
        "system-tool",
        version.map { "the system's \(tool) \($0) does not satisfy the requirements" }
          ?? "cannot determine the version of the system's \(tool)"
      )
      .detail("asked by", pin.description)
      .detail("path", path)
      .column("needed", needs)
      .detail("run", "bootstrap local --unset \(tool)")
    case .notInstalled(let tools):
      Message(
        "not-installed",
        Self.headline(
          tools,
          tools.allSatisfy(\.isLockOnly) ? "installed, but only for a lock" : "not installed")
      )
      .column(
        "missing",
        tools.count == 1
          ? [] : tools.map { $0.description + ($0.isLockOnly ? ", only for a lock" : "") }
      )
      .aliases(of: tools)
      .detail("run", tools.allSatisfy { $0.aliasOf != nil } ? nil : "bootstrap install")
    case .damaged(let tools):
      Message("damaged", Self.headline(tools, "damaged"))
        .detail(
          "because", "some of \(tools.count == 1 ? "its" : "their") programs are missing"
        )
        .column("damaged", tools.count == 1 ? [] : tools.map(\.description))
        .detail("run", "bootstrap install")
    case .unfinishedWork:
      Message("unfinished-work", "a command was interrupted or is still running")
        .detail("run", "bootstrap install")
    case .missingShims(let names):
      Message(
        "missing-shims",
        names.count == 1
          ? "the shim `\(names[0])` is missing or was changed"
          : "\(names.count) shims are missing or were changed"
      )
      .detail("shims", names.count == 1 ? [] : names.map { "`\($0)`" })
      .detail("run", "bootstrap install")
    case .occupiedShims(let paths):
      Message(
        "occupied-shim",
        paths.count == 1
          ? "another file is in the place of a shim"
          : "other files are in the place of \(paths.count) shims"
      )
      .column(paths.count == 1 ? "file" : "files", key: "files", paths)
      .detail(
        "try", "move \(paths.count == 1 ? "it" : "them") elsewhere, then run `bootstrap rehash`")
    case .damagedViews(let folders):
      Message(
        "damaged-views",
        "the links to programs in \(QuantityFormat.count(folders.count, "folder")) were changed"
      )
      .column(folders.count == 1 ? "folder" : "folders", key: "folders", folders)
      .detail("run", "bootstrap rehash")
    case .folderExists(let path):
      Message("folder-exists", "\(path) already exists")
        .detail("try", "another name, or remove it")
    case .noProgramsInRoot(let path):
      Message("no-programs", "bootstrap is not installed in the root \(path)")
        .detail("because", "a bundle contains the bootstrap of its root")
        .detail("try", "set BOOTSTRAP_ROOT to the root that contains bootstrap, or install it here")
    case .pinnedWithoutLock(let tool, let origin):
      Message(
        "pinned-without-lock", "\(tool) is pinned, but not locked, so it cannot be copied"
      )
      .detail("asked by", origin.withoutColumn.description)
      .detail("run", "bootstrap add \(tool)")
    case .manifestExists(let path):
      Message("manifest-exists", "\(path) already exists")
        .column("run", ["bootstrap add TOOL", "bootstrap import FILE"])
    case .manifestNotEditable(let origin, let line):
      Message(
        "not-editable", "\(origin.withoutColumn) cannot be edited without changing other lines"
      )
      .detail("try", line.map { "write by hand: \($0)" } ?? "remove it by hand")
    case .manifestChanged(let path):
      Message("manifest-changed", "\(path) changed in the meantime, so it was not edited")
        .detail("try", "run the command again")
    case .declaredAlready(let tool, let origin):
      Message("declared-already", "`\(tool)` is already declared")
        .detail("declared", origin.description)
        .detail("try", "edit that line: `add` changes only the requirement of a declared tool")
    case .notDeclared(let tool, let path, let nearest, let requesters):
      Message("not-declared", "\(path) does not declare `\(tool)`")
        .similar(nearest)
        .detail("needed by", requesters)
    case .nothingToPin(let tool, let version, let installed, let nearest, let line):
      Message("not-installed", "\(tool) \(version) is not installed")
        .detail("installed", installed)
        .similar(nearest)
        .detail("run", line ?? "bootstrap search \(shellWord(tool))")
    case .nothingPinned(let file):
      Message("nothing-pinned", "neither \(file) nor one in a directory above pins a tool")
        .detail("run", "bootstrap local TOOL VERSION")
    case .notPinned(let tool, let installed):
      Message("not-pinned", "no version of \(tool) is pinned here")
        .detail("installed", installed)
        .detail(
          "run", "bootstrap local \(tool) \(installed.last.map { shellWord($0) } ?? "VERSION")")
    case .notPinnedHere(let tool, let file):
      Message("not-pinned-here", "\(file) does not pin \(tool)")
    case .notSelectedInShell(let tool, let variable):
      Message("not-selected-in-shell", "this shell selects no version of \(tool)")
        .detail("because", "\(variable) is not set")
    case .noPreviousVersion:
      Message("no-previous-version", "this shell has no change to undo")
    case .nothingInstalled(let tool, let version, let installed, let nearest):
      Message("not-installed", "\(tool)\(version.map { " \($0)" } ?? "") is not installed")
        .detail("installed", installed)
        .detail(
          "may mean",
          installed.filter { name in
            version.map { name.hasPrefix($0 + ".") || name.hasPrefix($0 + "+") } ?? false
          }.map { "\(tool)@\($0)" }
        )
        .similar(nearest)
    case .unknownTool(
      let tool, let nearest, let passedOver, let isInProject, let isDefined):
      Message(
        "unknown-tool",
        isInProject
          ? "this project has no tool `\(tool)`" : "nothing selects a version of \(tool) here"
      )
      .column("passed over", passedOver.map(\.sentence))
      .similar(nearest)
      .detail(
        "run",
        isInProject || !nearest.isEmpty
          ? nil : "bootstrap \(isDefined ? "local --install" : "search") \(shellWord(tool))")
    }
  }
}

extension ProjectProblem {
  /// Returns `ruff 0.17.5 is damaged` for one tool, or `3 tools are damaged`.
  private static func headline(_ tools: [WantedVersion], _ state: String) -> String {
    tools.count == 1 ? "\(tools[0]) is \(state)" : "\(tools.count) tools are \(state)"
  }
}

extension Message {
  /// Returns the message with the right names of the tools that are pinned under an alias.
  fileprivate func aliases(of tools: [WantedVersion]) -> Message {
    tools.reduce(self) { $0.alias($1.aliasOf, $1.tool, $1.version) }
  }
}
