package import Vocabulary

/// A message that is neither a result nor a problem, as data. `Terminal` turns it into text.
package enum Notice: Hashable, Sendable {
  // Completed work.
  /// A check found all tools installed.
  case ready(toolCount: Int)
  /// An install found all tools installed already.
  case nothingToDo(toolCount: Int)
  /// A manifest was written. `path` is its path as messages show it, such as `Toolfile`, and
  /// `toolCount` the number of its tools, which come from the manifests of other tools.
  case wroteManifest(path: String, toolCount: Int)
  /// A directory above the new Toolfile has one, too, which applies here no longer. Both paths are
  /// as messages show them.
  case projectAbove(toolfile: String, folder: String)
  /// A statement of another tool's manifest was left out, or a part of it.
  case leftOut(ImportRemark)
  /// An import added this number of tools to the Toolfile, which are not locked yet.
  case imported(toolCount: Int)
  /// An import added this number of pins to `.tool-version`. `isNew` is whether there was no such
  /// file before.
  case importedPins(toolCount: Int, isNew: Bool)
  /// An edit adds this group, which no statement of the Toolfile named before.
  case newGroup(String)
  /// An edit of the Toolfile adds a statement.
  case statementAdded(text: String, origin: Origin)
  /// An edit of the Toolfile removes a statement, which was at `origin`.
  case statementRemoved(text: String, origin: Origin)
  /// The line of a startup file already activates bootstrap.
  case activatedAlready(Origin)
  /// A startup file was changed, which matters to new shells.
  case startsWithNewShell(String)
  /// No startup file of the shell, or of any shell if it is `nil`, has a line to remove.
  case notSetUp(shell: String?)
  /// A tool to add is already declared as requested.
  case declaredAlready(tool: String, origin: Origin)
  /// A removed tool is still locked, because these locked tools need it.
  case stillLocked(tool: String, requesters: [String])
  /// These versions, which were removed from a project, stay installed.
  case staysInstalled(titles: [String])
  /// A `.tool-version` file still pins a tool that was removed from the Toolfile. `folder` is the
  /// formatted path of its folder, or `nil` if that is the working directory.
  case staysPinned(tool: String, origin: Origin, folder: String?)
  /// Nothing was written, because of `--dry-run`.
  case dryRun
  /// `lock --check` found that the lock matches the Toolfile, and with `--online` its sources.
  case lockIsCurrent(isOnline: Bool)
  /// `lock` found nothing to change, so the lock was not written.
  case lockUnchanged(toolCount: Int)
  case locked(toolCount: Int, platforms: [String])
  /// `--explanation` wrote the proof of a conflict to this file.
  case explanationWritten(path: String)
  /// A new lock has another version of a tool than the one before. `from` is `nil` if it adds the
  /// tool, and `to` is `nil` if it removes the tool. The last value is the versions that are newer.
  case lockChange(tool: String, from: String?, to: String?, [HeldBackVersion])
  /// A new lock keeps the version of a tool although its request has changed.
  case requestChange(LockDifference.Change)
  /// The two sides of a merge differ in a tool, and the new lock has the version `to`. A version is
  /// `nil` if that lock does not have the tool. The last value is the versions that are newer.
  case merged(tool: String, ours: String?, theirs: String?, to: String?, [HeldBackVersion])
  /// A new lock covers a platform that the one before did not, or no longer covers it.
  case platformChange(String, isAdded: Bool)
  /// The statement at `origin` limits a tool to platforms that the project does not have. With
  /// `isRemoved`, the project had them until now.
  case platformsNotListed([String], tool: String, origin: Origin, isRemoved: Bool)
  /// The project limits these tools to other platforms than this machine's.
  case notForPlatform(tools: [String], platform: String)
  /// A new lock would not be the same as the current one. `changeCount` is the number of tools with
  /// other versions.
  case lockWouldChange(changeCount: Int)
  /// The results of an update of these tools.
  case updates([UpdatedTool])
  /// An update found nothing to change.
  case nothingToUpdate(toolCount: Int)
  /// No tool is outdated. `isStrict` is whether only versions that fit were considered.
  case nothingOutdated(toolCount: Int, isStrict: Bool)
  /// An update left out the requirements of these statements.
  case uneditable([UneditableStatement])
  /// Requirements in the Toolfile hold these tools back.
  case heldBackByRequirements(tools: [String])
  /// These versions were installed. `byteCount` is the total size of their artifacts as downloaded.
  case installed(titles: [String], byteCount: Int, time: Duration)
  case installedOne(title: String)
  /// Pins can now select this version, which was installed only for a lock until now.
  case madeDefault(title: String)
  /// The pinned version is not installed, or only for a lock. `isGlobal` is false for a pin of a
  /// folder.
  case notInstalledYet(tool: String, version: String, isLockOnly: Bool, isGlobal: Bool)
  /// The pinned version is installed only for a lock, and no registry of the user defines the tool,
  /// so that pins cannot use it.
  case cannotBeDefault(tool: String, version: String)
  /// A version was pinned that was not typed in full.
  case pinned(tool: String, version: String)
  /// A version was selected in the shell that was not typed in full.
  case selected(tool: String, version: String)
  /// A variable of the environment selects another version than the one that was just pinned.
  case pinHidden(tool: String, variable: String, value: String)
  /// The pinned version differs from the locked one, and the next install locks it. `variable` pins
  /// a version without a change to the project's files.
  case pinChangesLock(tool: String, version: String, locked: String, variable: String)
  /// The pinned version does not match what the Toolfile beside it requires, so the next
  /// install fails. `variable` pins a version without a change to the project's files.
  case pinContradictsToolfile(
    tool: String, version: String, requirement: String, origin: Origin, variable: String)
  /// The selected version is not installed.
  case selectsMissing(tool: String, version: String)
  /// The file has no pin of the tool to remove. `other` is the file of a folder above that pins the
  /// tool, or `nil` if there is none.
  case notPinnedInFile(tool: String, file: String, other: String?, nearest: [String])
  /// A command that manages the space on disk removed, restored, or copied something.
  case disk(DiskNotice)
  /// bootstrap has replaced itself. `isRollback` is whether it went back to the version before. The
  /// versions are the same if the same build, or another one of the version, was installed.
  case updatedItself(from: String, to: String, isRollback: Bool)
  /// bootstrap was installed in a root that had no programs.
  case installedItself(version: String, root: String)
  /// An interrupted update of bootstrap was finished or undone. `version` is the version of the
  /// programs since then.
  case completedPrograms(version: String)
  /// No release is newer than this bootstrap, except perhaps prereleases.
  case newestRelease(version: String)
  /// The project keeps a newer release from being used.
  case releaseHeldBack(version: String, requirement: String, origin: Origin)
  /// The user has accepted `count` requests of a project, or the project has none.
  case accepted(project: String, count: Int)
  /// The user has withdrawn the consent for a project. `isRevoked` is false if there was none.
  case revoked(project: String, isRevoked: Bool)
  /// The user cannot be asked to accept the requests with this digest.
  case consentNeedsTerminal(digest: String)
  /// No file or variable pins a tool here.
  case nothingPinned
  /// No installed version provides the executable.
  case providedByNone(executable: String)
  /// The user's `config` has a line with an unknown key. `nearest` lists similar keys.
  case unknownSetting(String, origin: Origin, nearest: [String])
  /// A shim was created.
  case createdShim(String)
  /// The database was brought in line with the installed versions: it lacked the `added` ones, and
  /// had `deletedCount` that are gone.
  case databaseRepaired(added: [String], deletedCount: Int)
  /// A shim was removed.
  case removedShim(String)
  case verified(Verified)
  /// The last verification of an installation. `secondsAgo` is the time since then, or `nil` if
  /// there was none. `wasDamaged` is whether that verification found damage.
  case lastVerified(title: String, secondsAgo: Int?, wasDamaged: Bool)
  /// The result of a verification could not be recorded in the store.
  case notRecorded(Problem)

  /// The folder of a command was not recorded as a user of its tools, because this user may not
  /// change the root or, if there is a problem, because of that one with the store.
  case unrecordedFolder(root: String, because: Problem?)
  /// Others than their owner may change these parts of the root, and so what runs.
  case writableByOthers(paths: [String], root: String)

  // Work in progress.
  /// Another process holds the lock of the root. `holder` is the description that it gave of
  /// itself, which may be empty.
  case waiting(holder: String)
  /// Requests to these hosts have received no data for some time.
  case waitingForSites([String])
  case resolving(toolCount: Int)
  case downloading(title: String, byteCount: Int)

  // Possible surprises.
  /// These requests were accepted without the user's consent, because `CI` is set.
  case acceptedInCI(TrustProblem)
  /// These requests were accepted without asking, because the project had already installed the
  /// programs when the rule was introduced.
  case keptHidingPrograms(TrustProblem)
  /// No digest is published for the files of a version, so the lock trusts those that were
  /// downloaded now.
  case trustedOnFirstUse(tool: String, version: String)
  /// The Toolfile itself defines these tools differently now, which the lock does not follow.
  case redefinedInToolfile([String])
  /// The lock and the shipped registry define a tool as different packages.
  /// `known` is `nil` if the shipped registry does not define the tool.
  case otherDefinition(tool: String, locked: DefinedPackage, known: DefinedPackage?)
  /// A comparison with the sources left out the digests of these tools, which nobody publishes.
  case digestsNotCompared([String])
  /// The publisher withdrew the version. `reason` is empty if the publisher gave none.
  case yanked(tool: String, version: String, reason: String)
  /// For these platforms, the new lock contains a different file of the version than the previous
  /// lock.
  case replacedFiles(tool: String, version: String, platforms: [String])
  /// The files of the version have no publisher in common, so the lock states none.
  case mixedPublishers(tool: String, version: String, files: [FilePublisher])
  /// It could not be confirmed that the sources of these installations publish what the lock
  /// contains. The problem is `nil` if `--offline` is the reason.
  case unconfirmed(titles: [String], because: Problem?)
  /// Several tools provide an executable with this name, so it is ambiguous which of them runs.
  /// `lock` is the path of the lock that contains these tools.
  case sharedExecutable(String, tools: [String], lock: String)
  /// A project leaves the tool to the system, and these needs are taken as met. `config` is the
  /// path of the user's settings.
  case systemToolUnchecked(String, needs: [String], config: String)
  /// A file of another user is read because `CI` is set.
  case readsForeignFile(ForeignFile)
  /// A file of another user is treated as missing.
  case ignoresForeignFile(ForeignFile)
  /// The lock pins the newest content of the registries. `isChanged` is whether it pinned other
  /// content before.
  case registriesAreCurrent(isChanged: Bool)
  /// The registries define these tools differently from the lock.
  case redefined(tools: [String])
  /// The definitions of a registry are well-formed.
  case definitionsAreValid(count: Int)
  /// No registry has a tool that matches the words of a search. `nearest` lists similar names.
  case noMatch(String, nearest: [String])
  /// A definition was proposed to its author.
  case proposal(ProposalRemark)
  /// The newest versions of a tool are not known, because `--offline` is set.
  case newestVersionsUnknown
  /// A project may not use an executable of an installed tool yet. `origin` is the location that
  /// pins the tool.
  case withholds(executable: String, tool: String, origin: Origin, Withholding)
  /// These lines and files of other version managers do not decide.
  case passedOver([PassedOverPin])
  /// The way in which a version or program was selected.
  case selection(SelectionReport)
  /// Shims could not be created, because other files are at these paths.
  case occupiedShims(paths: [String])
  /// Shims could not be created, because the file system folds case and these names are then those
  /// of others.
  case indistinctShims(names: [String])
  /// PATH does not contain the folder of the shims.
  case shimsNotOnPath(shims: String)
  /// A new executable does not run by its name, because PATH has another program before its shim.
  case shimsHidden(executable: String, by: String, shims: String)
  /// New shims hide these programs, which come later on `PATH`.
  case shadowedPrograms(paths: [String])

  /// The result of an update for one tool.
  package struct UpdatedTool: Hashable, Sendable {
    package let tool: String
    /// The version before, or `nil` if the tool was not locked.
    package let old: String?
    /// The version after the update, or `nil` if the tool is no longer locked.
    package let new: String?
    /// The versions of the two sides of a merge, or `nil` if they do not differ in the tool.
    package let merged: MergedVersions?
    /// The versions that are newer.
    package let heldBack: [HeldBackVersion]
    /// The address of the page about the new version, or `nil` if the source has none.
    package let page: String?

    /// Creates a result.
    package init(
      tool: String, from old: String?, to new: String?, _ heldBack: [HeldBackVersion],
      page: String?, merged: MergedVersions? = nil
    ) {
      self.tool = tool
      self.old = old
      self.new = new
      self.merged = merged
      self.heldBack = heldBack
      self.page = page
    }
  }

  /// The versions of a tool on the two sides of a merge.
  package struct MergedVersions: Hashable, Sendable {
    /// The version of each side, or `nil` if that lock does not have the tool.
    package let ours, theirs: String?

    /// Creates the versions. Pass `nil` for a side whose lock does not have the tool.
    package init(ours: String?, theirs: String?) {
      self.ours = ours
      self.theirs = theirs
    }
  }

  /// A file of a release, and who published it.
  package struct FilePublisher: Hashable, Sendable {
    package let file: String
    /// The publisher as a lock states it, or `nil` if the source states none.
    package let publisher: String?

    /// Creates a file. Pass `nil` as `publisher` if the source states none.
    package init(_ file: String, by publisher: String?) {
      self.file = file
      self.publisher = publisher
    }
  }

  /// A reason that a project may not use an executable.
  package enum Withholding: Hashable, Sendable {
    /// The user has not accepted it. `directory` is where to accept it, as messages show it, or
    /// `nil` for the working directory.
    case notAccepted(directory: String?)
    /// No source has confirmed the artifact of the tool. `directory` is where to install it.
    case notConfirmed(directory: String?)
  }

  /// The totals of a verification.
  package struct Verified: Hashable, Sendable {
    package let toolCount: Int
    package let versionCount: Int
    package let fileCount: Int
    package let byteCount: Int
    package let damagedCount: Int
    package let unanchoredCount: Int
    /// Whether everything that was to be verified is intact.
    package let isWhole: Bool
    package let time: Duration

    /// Creates the totals. `versionCount` is the number of installations, and `byteCount` is the
    /// total size of their files. Neither includes the `unanchoredCount` installations that could
    /// not be verified.
    package init(
      toolCount: Int, versionCount: Int, fileCount: Int, byteCount: Int, damagedCount: Int,
      unanchoredCount: Int, isWhole: Bool, time: Duration
    ) {
      self.toolCount = toolCount
      self.versionCount = versionCount
      self.fileCount = fileCount
      self.byteCount = byteCount
      self.damagedCount = damagedCount
      self.unanchoredCount = unanchoredCount
      self.isWhole = isWhole
      self.time = time
    }
  }
}
