internal import Diagnostics
internal import TextSearch
internal import Vocabulary

extension Notice {
  /// The text of a notice and the verbosity that prints it.
  enum Form {
    /// A line, unless `--quiet` was given.
    case note(String)
    /// A line that only `--verbose` prints.
    case trace(String)
    /// A table with aligned columns. Not printed with `--quiet`.
    case table([[String]])
    /// Warnings, unless `--quiet` was given.
    case warning([Message])
  }

  var form: Form {
    switch self {
    case .ready(let count): .note("ready: \(QuantityFormat.count(count, "tool")) installed")
    case .nothingToDo(let count):
      .note("nothing to do: \(QuantityFormat.count(count, "tool")) installed")
    case .redefinedInToolfile(let tools):
      .note(
        "the Toolfile defines \(tools.joined(separator: ", ")) differently now; to use that, run "
          + "`bootstrap update \(tools.joined(separator: " "))`")
    case .otherDefinition(let tool, let locked, let known?):
      .note(
        "\(tool) is locked as \(locked.words), but this bootstrap defines it as \(known.words); "
          + "to use that, run `bootstrap update \(tool)`")
    case .otherDefinition(let tool, let locked, nil):
      .note("\(tool) is locked as \(locked.words), but this bootstrap does not define it")
    case .digestsNotCompared(let tools):
      .note(
        "the digests of \(tools.joined(separator: ", ")) were not compared, "
          + "because none are published"
      )
    case .trustedOnFirstUse(let tool, let version):
      .note("no digest is published for \(tool) \(version); the lock trusts the first download")
    case .wroteManifest(let path, 0):
      .note("created \(path); add your tools to it, then run `bootstrap install`")
    case .wroteManifest(let path, let count):
      .note(
        "created \(path) with \(QuantityFormat.count(count, "tool")); "
          + "check it, then run `bootstrap install`")
    case .projectAbove(let toolfile, let folder):
      .note(
        "\(toolfile) applies here as long as this directory has no Toolfile; to add a tool to that "
          + "one instead, run `\(bootstrapCommand("add TOOL", in: folder))`")
    case .leftOut(let remark): .note("left out: \(remark.sentence)")
    case .imported(0): .note("nothing to import: the Toolfile stays as it is")
    case .imported: .note("to lock and install what was added, run `bootstrap install`")
    case .importedPins(0, false): .note("nothing to import: .tool-version stays as it is")
    case .importedPins(0, true): .note("nothing to import: no .tool-version was written")
    case .importedPins: .note("to install what was added, run `bootstrap install`")
    case .newGroup(let name): .note("the group `\(name)` is new")
    case .statementAdded(let text, let origin): .note("\(origin.withoutColumn): + \(text)")
    case .statementRemoved(let text, let origin): .note("\(origin.withoutColumn): - \(text)")
    case .activatedAlready(let origin): .note("\(origin) already activates bootstrap")
    case .startsWithNewShell(let shell): .note("open a new terminal, or run `exec \(shell)`")
    case .notSetUp(let shell):
      .note("nothing to remove: no startup file\(shell.map { " of \($0)" } ?? "") has a line")
    case .declaredAlready(let tool, let origin):
      .note("`\(tool)` is already declared (\(origin.withoutColumn))")
    case .stillLocked(let tool, let requesters):
      .note(
        "\(tool) stays locked, because \(QuantityFormat.enumeration(requesters)) "
          + "need\(requesters.count == 1 ? "s" : "") it")
    case .staysInstalled(let titles):
      .note(
        "\(titles.joined(separator: ", ")) stay\(titles.count == 1 ? "s" : "") installed; "
          + "to remove, run `bootstrap uninstall "
          + titles.map { $0.replacing(" ", with: "@") }.joined(separator: " ") + "`")
    case .staysPinned(let tool, let origin, let folder):
      .note(
        "\(origin.withoutColumn) still pins \(tool); to remove the pin, run `"
          + bootstrapCommand("local --unset \(tool)", in: folder) + "`")
    case .updatedItself(let old, let new, let isRollback):
      if old == new {
        .note(
          isRollback
            ? "went back to the earlier build of bootstrap \(new)" : "reinstalled bootstrap \(new)")
      } else {
        .note(
          "bootstrap \(old) → \(new)"
            + (isRollback ? "" : "; to go back, run `bootstrap self-update --rollback`"))
      }
    case .installedItself(let version, let root):
      .note("installed bootstrap \(version) in \(root)")
    case .completedPrograms(let version):
      .note("an update of bootstrap was interrupted; all its programs are now those of \(version)")
    case .newestRelease(let version): .note("nothing to do: bootstrap \(version) is up to date")
    case .releaseHeldBack(let version, let requirement, let origin):
      .note(
        "bootstrap \(version) is held back by \(literal(requirement)) (\(origin.withoutColumn))")
    case .passedOver(let pins): .table(pins.map { ["passed over", $0.sentence] })
    case .selection(let report): .table(report.rows)
    case .dryRun: .note("nothing was written, because of `--dry-run`")
    case .lockIsCurrent(let isOnline):
      .note("Toolfile.lock matches the Toolfile" + (isOnline ? " and its sources" : ""))
    case .lockUnchanged(let count):
      .note(
        "nothing to do: Toolfile.lock matches the Toolfile (\(QuantityFormat.count(count, "tool")))"
      )
    case .locked(let count, let platforms):
      .note(
        "locked \(QuantityFormat.count(count, "tool")) for \(platforms.joined(separator: ", "))")
    case .explanationWritten(let path): .note("wrote every step of the proof to \(path)")
    case .lockChange(let tool, let old, let new, let heldBack):
      .note(Self.line(tool, from: old, to: new, heldBack))
    case .requestChange(let change): .note("changed \(change.words)")
    case .merged(let tool, let ours, let theirs, let new, let heldBack):
      .note(Self.line(tool, ours: ours, theirs: theirs, to: new, heldBack))
    case .platformChange(let platform, let isAdded):
      .note("\(isAdded ? "added  " : "removed") platform \(platform)")
    case .platformsNotListed(let platforms, let tool, let origin, let isRemoved):
      .note(Self.notListed(platforms, tool, origin, isRemoved: isRemoved))
    case .notForPlatform(let tools, let platform):
      .note(
        "left out \(tools.joined(separator: ", ")), which the Toolfile does not want for "
          + platform)
    case .lockWouldChange(let count):
      .note(
        count == 0
          ? "Toolfile.lock would change in other ways than versions"
          : "Toolfile.lock would change for \(QuantityFormat.count(count, "tool"))")
    case .updates(let tools): .table(UpdatedTool.rows(of: tools))
    case .nothingToUpdate(let count):
      .note(
        "nothing to update: Toolfile.lock stays as it is (\(QuantityFormat.count(count, "tool")))")
    case .nothingOutdated(let count, let isStrict):
      .note(
        "nothing is outdated: \(QuantityFormat.count(count, "tool")) locked in the newest "
          + (count == 1 ? "version" : "versions")
          + (!isStrict ? "" : count == 1 ? " that fits" : " that fit"))
    case .heldBackByRequirements(let tools):
      .note(
        "to raise \(tools.count == 1 ? "the requirement" : "the requirements") in the Toolfile, "
          + "run `bootstrap update --write \(tools.joined(separator: " "))`")
    case .installed(let titles, let byteCount, let time):
      .note(
        "installed \(titles.count == 1 ? titles[0] : QuantityFormat.count(titles.count, "tool"))"
          + " in \(QuantityFormat.time(time)), \(QuantityFormat.bytes(byteCount))")
    case .installedOne(let title): .trace("installed \(title)")
    case .madeDefault(let title):
      .note("\(title) was already installed; pins can now use it too")
    case .notInstalledYet(let tool, let version, let isLockOnly, let isGlobal):
      .note(
        "\(tool) \(version) is \(isLockOnly ? "installed only for a lock" : "not installed"); run "
          + (isGlobal ? "`bootstrap install \(tool)@\(version)`" : "`bootstrap install`"))
    case .cannotBeDefault(let tool, let version):
      .note(
        "\(tool) \(version) is installed only for a lock; a pin can use it only if a registry of "
          + "yours defines \(tool)")
    case .shimsNotOnPath(let shims):
      .note(
        "the shims are not on PATH; run tools with `bootstrap exec`, or add to your shell's "
          + "startup file: export PATH=\"\(homeVariable(in: shims)):$PATH\"")
    case .shimsHidden(let name, let other, let shims):
      .note(
        "`\(name)` still runs \(other), which PATH has before the shims; to change that, end your "
          + "shell's startup file with: export PATH=\"\(homeVariable(in: shims)):$PATH\"")
    case .pinned(let tool, let version): .note("pinned \(tool) \(version)")
    case .selected(let tool, let version): .note("selected \(tool) \(version)")
    case .pinHidden(let tool, let variable, let value):
      .note(
        "in this shell, \(variable)=\(printable(value)) takes precedence; to use the pin, run "
          + "`bootstrap shell --unset \(tool)` or `unset \(variable)`")
    case .pinChangesLock(let tool, let version, let locked, let variable) where version == locked:
      .note(
        "Toolfile.lock does not record this pin yet; run `bootstrap lock`. To use "
          + "\(tool) \(version) alone, set \(variable)=\(version)")
    case .pinChangesLock(let tool, let version, let locked, let variable):
      .note(
        "Toolfile.lock has \(tool) \(locked); the next `bootstrap install` locks \(version) for "
          + "everybody. To use it alone, set \(variable)=\(version)")
    case .pinContradictsToolfile(let tool, let version, let requirement, let origin, let variable):
      .note(
        "\(origin.withoutColumn) asks for \(tool) \(literal(requirement)), so the next `bootstrap "
          + "install` fails unless you change it. To use \(version) alone, set "
          + "\(variable)=\(version)")
    case .selectsMissing(let tool, let version): .note("\(tool) \(version) is not installed")
    case .notPinnedInFile(let tool, let file, let other?, _):
      .note("\(file) does not pin \(literal(tool)), but \(other) does; nothing was removed")
    case .notPinnedInFile(let tool, let file, nil, let nearest):
      .note(
        "\(file) does not pin \(literal(tool)); nothing was removed"
          + (nearest.first.map { "; did you mean `\($0)`?" } ?? ""))
    case .disk(let notice): .note(notice.line)
    case .accepted(let project, 0): .note("\(project) asks for nothing beyond your settings")
    case .accepted(let project, let count):
      .note("accepted \(QuantityFormat.count(count, "thing")) for \(project)")
    case .revoked(let project, let isRevoked):
      .note(
        isRevoked
          ? "withdrew your consent for \(project); what is installed stays"
          : "you have accepted nothing of \(project)")
    case .consentNeedsTerminal(let digest):
      .note(
        "if you trust this project, run `bootstrap trust` in a terminal, or "
          + "`BOOTSTRAP_TRUST=\(digest) bootstrap trust`")
    case .registriesAreCurrent(let isChanged):
      .note(
        isChanged ? "locked the newest content of the registries" : "the registries are unchanged")
    case .redefined(let tools):
      .note(
        "the registries define \(tools.joined(separator: ", ")) differently now; to use that, run "
          + "`bootstrap lock --update \(tools.joined(separator: " "))`")
    case .definitionsAreValid(let count):
      .note("\(QuantityFormat.count(count, "definition")) checked; the form is valid")
    case .noMatch(let text, let nearest):
      .note(
        "no registry has a tool that matches \(literal(text))"
          + (nearest.isEmpty
            ? "" : "; did you mean \(nearest.map { "`\($0)`" }.joined(separator: ", "))?"))
    case .proposal(let remark): .note(remark.line)
    case .newestVersionsUnknown:
      .note("the newest versions cannot be looked up with `--offline`")
    case .nothingPinned:
      .note("nothing is pinned here; for the version of bootstrap, run `bootstrap --version`")
    case .providedByNone(let name): .note("no installed version provides \(literal(name))")
    case .unknownSetting(let name, let origin, let nearest):
      .note(
        "\(origin): unknown setting \(literal(name))"
          + (nearest.first.map { "; did you mean `\($0)`?" } ?? ""))
    case .createdShim(let name): .trace("created the shim `\(name)`")
    case .databaseRepaired(let added, let deletedCount):
      .trace(
        "brought the database in line with what is installed: "
          + [("added", added.count), ("removed", deletedCount)].filter { $0.1 > 0 }
          .map { "\($0) \(QuantityFormat.count($1, "version"))" }.joined(separator: ", ")
          + (added.isEmpty ? "" : " (\(added.joined(separator: ", ")))"))
    case .removedShim(let name): .trace("removed the shim `\(name)`")
    case .verified(let verified): .note(verified.sentence)
    case .lastVerified(let title, nil, _): .trace("\(title): not verified before")
    case .lastVerified(let title, let seconds?, let wasDamaged):
      .trace(
        "\(title): last verified \(QuantityFormat.age(seconds)) ago"
          + (wasDamaged ? " and found damaged" : ""))
    // A user who cannot write to the root can still verify it, but cannot record the result. Any
    // other failure of the store is a warning.
    case .notRecorded(let problem) where problem.exitCode == .cannotWrite:
      .trace("result not recorded: \(problem.messages.map(\.headline).joined(separator: ", "))")
    case .notRecorded(let problem): .warning(problem.messages)
    case .unrecordedFolder(let root, let problem?):
      .note(
        "a prune of \(root) does not keep these tools: "
          + problem.messages.map(\.headline).joined(separator: ", ")
          + "; `bootstrap doctor` says more")
    case .unrecordedFolder(let root, because: nil):
      .note("a prune of \(root) does not keep these tools, because you cannot change that root")
    case .waiting(let holder):
      .note(
        "waiting for " + (holder.isEmpty ? "another bootstrap process" : processPhrase(of: holder)))
    case .waitingForSites(let sites): .note("waiting for \(sites.joined(separator: ", "))")
    case .resolving(let count): .trace("resolving \(QuantityFormat.count(count, "tool"))")
    case .downloading(let title, let count):
      .note("downloading \(title) (\(QuantityFormat.bytes(count)))")
    case .systemToolUnchecked(let tool, let needs, let config):
      .note(
        "not checking that the system's \(tool) satisfies \(needs.joined(separator: ", ")); "
          + "to check it, add `system-version \(tool) PATH` to \(config)")
    case .readsForeignFile(let file): .note("reading \(file.sentence), because CI is set")
    case .withholds(let executable, let tool, let origin, let reason):
      .trace("not using `\(executable)` of \(tool) (\(origin.withoutColumn)), \(reason.clause)")
    case .ignoresForeignFile(let file): .trace("ignoring \(file.sentence)")
    case .uneditable(let statements): .warning(statements.map(\.message))
    case .yanked, .replacedFiles, .sharedExecutable, .occupiedShims, .indistinctShims,
      .shadowedPrograms, .writableByOthers, .acceptedInCI, .keptHidingPrograms, .unconfirmed,
      .mixedPublishers:
      .warning(warning.map { [$0] } ?? [])
    }
  }
}

extension ForeignFile {
  /// The file and the reason not to trust it.
  var sentence: String {
    "\(path), which belongs to user \(owner) in a place where everybody can write"
  }
}

extension Notice.Verified {
  /// The summary: `verified 10 tools, 8,959 files, 438 MB in 0.5 s`, or `examined` if something is
  /// not intact.
  fileprivate var sentence: String {
    let tools = QuantityFormat.count(toolCount, "tool")
    let words = [
      versionCount == toolCount ? tools : "\(versionCount) versions of \(tools)",
      "\(QuantityFormat.number(fileCount)) file\(fileCount == 1 ? "" : "s")",
      "\(QuantityFormat.bytes(byteCount)) in \(QuantityFormat.time(time))",
    ]
    let faults = [(damagedCount, "damaged"), (unanchoredCount, "not verified")]
      .filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return (isWhole ? "verified " : "examined ") + words.joined(separator: ", ")
      + (faults.isEmpty ? "" : ": " + faults.joined(separator: ", "))
  }
}

extension Notice.Withholding {
  /// The reason and the command that changes it, as the end of a sentence.
  fileprivate var clause: String {
    switch self {
    case .notAccepted(let directory):
      "which you have not accepted; run `\(bootstrapCommand("trust", in: directory))`"
    case .notConfirmed(let directory):
      "which no index has confirmed; run `\(bootstrapCommand("install", in: directory))`"
    }
  }
}

/// Returns a path for use in double quotes, where a shell does not expand `~`, but variables.
private func homeVariable(in path: String) -> String {
  let rest = path.hasPrefix("~/") ? path.dropFirst(2) : path[...]
  let escaped = rest.map { "\\\"$`".contains($0) ? "\\\($0)" : String($0) }.joined()
  return (path.hasPrefix("~/") ? "$HOME/" : "") + escaped
}

extension DefinedPackage {
  /// The source and the package, in quotes.
  fileprivate var words: String { literal("\(source) \(package)") }
}
