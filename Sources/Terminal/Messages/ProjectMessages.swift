internal import Diagnostics

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
        .detail(
          "try", "add \"\(platform)\" to `platforms` in the Toolfile, then run `bootstrap lock`")
    case .collidingVariable(let variable, let tools):
      Message(
        "colliding-variable",
        "tools \(tools.joined(separator: " and ")) would share the environment variable "
          + "`\(variable)`")
    case .ambiguousNeed(let tool, let requesters):
      Message(
        "ambiguous-need",
        "\(requesters.joined(separator: " and ")) need `\(tool)` from different places"
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
    case .undecided(let tools, let seconds):
      Message("undecided", "no choice of versions was found within \(seconds) seconds")
        .column("conflicts", tools.isEmpty ? [] : [tools.joined(separator: ", ")])
        .detail(
          "try", tools.first.map { "tool \"\($0)\", \"= <version>\" to have fewer to choose from" }
        )
        .detail("run", "bootstrap lock --timeout \(seconds * 5)")
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
      .detail("run", "bootstrap install")
    case .damaged(let tools):
      Message("damaged", Self.headline(tools, "damaged"))
        .detail(
          "because", "some of \(tools.count == 1 ? "its" : "their") programs are missing"
        )
        .column("damaged", tools.count == 1 ? [] : tools.map(\.description))
        .detail("run", "bootstrap install")
    case .unfinishedWork:
      Message(
        "unfinished-work", "an install was interrupted or is still running, or shims were changed"
      )
      .detail("run", "bootstrap install")
    case .manifestExists(let path):
      Message("manifest-exists", "\(path) already exists")
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
    case .inUse(let tool, let version, let projects):
      Message("in-use", "\(tool) \(version) is in use")
        .column("used by", projects)
        .detail("run", "bootstrap uninstall --force \(shellWord("\(tool)@\(version)"))")
    case .nothingInstalled(let tool, let version, let installed, let nearest):
      Message("not-installed", "\(tool)\(version.map { " \($0)" } ?? "") is not installed")
        .detail("installed", installed)
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

extension LockDifference {
  func message(lock: String) -> Message {
    var rest = self
    rest.isOutdated = false
    let headline =
      rest.isEmpty
      ? "Toolfile.lock was written by an older bootstrap"
      : "Toolfile.lock does not match the Toolfile"
    return Message("lock-is-stale", headline)
      .detail("asked by", lock)
      .column("added", added.map { "\($0.tool) (\($0.origin))" })
      .column("removed", removed)
      .column("changed", changed.map(\.words))
      .column(
        "mismatch", key: "at odds", mismatches.map(\.words)
      )
      .column("added", addedPlatforms.map { "platform \($0)" })
      .column("removed", removedPlatforms.map { "platform \($0)" })
      .column("added", addedRegistries.map { "registry \(printable($0))" })
      .column("removed", removedRegistries.map { "registry \(printable($0))" })
      .detail("because", isReordered ? "the Toolfile lists the registries in another order" : nil)
      .detail(
        "because",
        isOutdated ? "its content ids, executables, or declarations have an older form" : nil
      )
      .detail("run", "bootstrap lock")
  }
}

extension LockDeviation {
  /// Returns the message for all differences between a lock and its sources.
  static func message(_ deviations: [LockDeviation]) -> Message {
    let tools = Set(deviations.map(\.tool)).sorted()
    let isOfPublishers = deviations.allSatisfy { $0.aspect == .publisher }
    let subject = isOfPublishers ? "names other publishers" : "contains other files"
    let verb = isOfPublishers ? ("states", "state") : ("publishes", "publish")
    return deviations.reduce(
      Message(
        "lock-deviates",
        "the lock \(subject) than "
          + (tools.count == 1 ? "the source of \(tools[0]) \(verb.0)" : "its sources \(verb.1)"))
    ) { message, deviation in
      message.detail(
        "tool",
        "\(deviation.tool) \(deviation.version)" + (deviation.platform.map { ", \($0)" } ?? "")
      )
      .detail("asked by", deviation.origin?.description)
      .detail("locked", "\(deviation.aspect.rawValue) \(deviation.locked)")
      .detail(
        "published", deviation.published.map { "\(deviation.aspect.rawValue) \($0)" } ?? "none")
    }
    .detail(
      "try",
      "restore the lock from version control, or run `bootstrap lock --update "
        + "\(tools.joined(separator: " "))`"
    )
    .fact("deviations", .array(deviations.map(\.json)))
  }

  private var json: JSON {
    .object([
      "tool": .string(tool), "version": .string(version), "platform": .optional(platform),
      "aspect": .string(aspect.rawValue), "locked": .string(locked),
      "published": .optional(published), "origin": .optional(origin?.description),
    ])
  }
}

extension LockDifference.Mismatch {
  /// The mismatch as text: `ruby 3.0 does not satisfy < 3, which fastlane 1.1 needs`.
  fileprivate var words: String {
    let end =
      switch origin {
      case .tool(let name, let version): ", which \(name) \(version) needs"
      case .file, .variable, .commandLine: " (\(origin))"
      }
    return "\(tool) \(version) does not satisfy \(requirement)\(end)"
  }
}

extension LockDifference.Change {
  /// The change as text: `ruff: "~> 0.16", now "~> 0.17" (Toolfile:3:14)`.
  ///
  /// The origin is not repeated if the last requirement already names it.
  var words: String {
    let place = "\(origin)"
    let file = origin.path.map { String($0.split(separator: "/").last ?? "") } ?? place
    let (locked, wanted) = aspect.words
    var now = wanted
    for end in [" (\(place))", " (\(file))"] where now.hasSuffix(end) {
      now.removeLast(end.count)
      break
    }
    let text =
      locked == Aspect.nothing
      ? "\(tool): added \(now)"
      : wanted == Aspect.nothing ? "\(tool): removed \(locked)" : "\(tool): \(locked), now \(now)"
    return now == wanted && locked.hasSuffix(" (\(place))") ? text : text + " (\(place))"
  }
}

extension LockDifference.Change.Aspect {
  /// The values in the lock and in the manifest.
  package var words: (locked: String, wanted: String) {
    switch self {
    case .wants(let locked, let wanted): (list(locked.map(\.words)), list(wanted.map(\.words)))
    case .declaration(let locked, let wanted):
      (list(locked.map { "\($0.key) \($0.value)" }), list(wanted.map { "\($0.key) \($0.value)" }))
    case .artifacts(let platforms):
      ("no artifact for \(platforms.joined(separator: ", "))", "required")
    }
  }

  fileprivate static let nothing = "nothing"

  private func list(_ words: [String]) -> String {
    words.isEmpty ? Self.nothing : words.joined(separator: ", ")
  }
}

extension LockDifference.Change.Want {
  fileprivate var words: String {
    (requirement.isEmpty ? "any version" : "\"\(requirement)\"")
      + (requester.map { " (\($0))" } ?? "")
  }
}
