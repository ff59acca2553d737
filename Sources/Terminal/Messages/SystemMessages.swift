internal import Diagnostics
internal import Filesystem
internal import LibC

extension SystemProblem {
  /// What restores a missing program of bootstrap. Users of a release may
  /// not have the repository.
  static let reinstallation =
    "install bootstrap again: `install.sh` of a release, or `scripts/install` in its repository"

  var message: Message {
    switch self {
    case .call(let name, let path, let code, let reason, let writing):
      Self.call(name, path, code, reason, writing: writing)
    case .diskFull(let path):
      Message("disk-full", "the disk is full")
        .detail("writing", path)
        .detail("try", "free some space, then run the same command again")
    case .readOnlyFile(let path, let line):
      Message("read-only", "\(path) is read-only")
        .detail("adding", line)
        .detail("try", "make it writable, or edit the file from which it is generated")
    case .tooLarge(let path):
      Message("too-large", "a file would be larger than this process or file system permits")
        .detail("writing", path)
        .detail("try", "raise the limit with `ulimit -f`, then run the same command again")
    case .otherFileSystem(let source, let destination):
      Message("other-file-system", "cannot move an installation to another file system")
        .detail("from", source)
        .detail("to", destination)
        .detail("try", "keep both directories on one file system")
    case .foreignFolder(let path, let target?, _, _):
      Message("linked-folder", "\(path) is a symbolic link, not a folder of the root")
        .detail("target", target)
        .detail(
          "try",
          "remove the link; to use another disk, set BOOTSTRAP_ROOT to a folder there")
    case .foreignFolder(let path, nil, let owner, let root):
      Self.foreignFolder(path, owner, root: root)
    case .closedFolder(let folder, let path, let writing):
      Self.closedFolder(folder, path, writing: writing)
    case .closedFile(let path): Self.closedFile(path)
    case .closedStore(let path, let file): Self.closedStore(path, file)
    case .noexec(let path, let folder):
      Message("noexec", "programs in \(path) cannot run")
        .detail("because", Self.noexecCause(folder))
        .detail("try", Self.noexecRemedy + Self.orOtherRoot)
    case .tooFewDescriptors(let needed):
      Message("too-many-open-files", "too many open files")
        .detail("because", "bootstrap needs \(needed) file descriptors besides those that are open")
        .detail("try", Self.raisingLimit)
    case .noFilesLeft(let path):
      Message("disk-full", "the file system has no room for more files")
        .detail("writing", path)
        .detail("try", "remove files that you do not need, then run the same command again")
    case .output(let code, let reason):
      Message("output-failure", "the results could not be written to standard output")
        .detail("because", "\(reason) (write, errno \(code))")
    case .lockHeld(let path, let holder):
      Message(
        "lock-held",
        "timed out waiting for another \(isForeign(holder: holder) ? "" : "bootstrap ")process"
      )
      .detail("held by", holder.isEmpty ? nil : processPhrase(of: holder))
      .detail("lock", path)
      .detail("try", "run the same command again once that process has ended")
    case .newerStore(let path, let found, let known):
      Message("newer-store", "bootstrap's database was written by a newer version")
        .detail("database", key: "store", path)
        .detail("format", key: "its form", "\(found)")
        .detail("supported", key: "known", "up to \(known)")
        .detail("run", "bootstrap self-update")
    case .store(let path, let code, let fault):
      Message("store-failure", "bootstrap's database cannot be used")
        .detail("database", key: "store", path)
        .detail(
          "because",
          fault == .notAFile
            ? Self.notAFile(path) : fault.words + (code == 0 ? "" : " (SQLite \(code))")
        )
        .detail("try", [.notAFile, .foreignApplication].contains(fault) ? Self.movingAway : nil)
        // Each installation has a receipt, so a new database lacks only the list of projects.
        .detail(
          "run",
          Self.isDamaged(code) || fault == .foreignTables
            ? "mv \(shellWord(path)) \(shellWord(path + ".damaged")) && bootstrap rehash" : nil)
    case .missingProgram(let path):
      Message("missing-program", "bootstrap is incomplete: \(path) is missing")
        .detail("try", Self.reinstallation)
    case .unreadableLock(let path, let problems):
      Message("unreadable-lock", "bootstrap made a lock that it cannot read, and did not write it")
        .detail("lock", path)
        .column(
          "because",
          problems?.problems.prefix(3).map { "\($0.origin): \($0.fault.sentence)" }
            ?? ["it would be read as another lock"])
    case .internalFault(let what):
      Message("internal-fault", "bootstrap failed unexpectedly: \(what)")
    }
  }

  /// Returns the message for a failed system call, with a remedy that fits its cause.
  private static func call(
    _ name: String, _ path: String, _ code: Int32, _ reason: String, writing: Bool
  ) -> Message {
    let message = Message(
      writing ? "cannot-write" : "system-failure",
      writing ? "cannot write \(path)" : "cannot use \(path)")
    let cause = "\(reason) (\(name), errno \(code))"
    switch code {
    case _ where name == "lock" && FileError.meansNoLocks(code):
      return message.detail("because", cause)
        .detail("try", "set BOOTSTRAP_ROOT to a folder on a file system that has locks")
    case EPERM where name == "symlink":
      return message.detail("because", "the file system may have no symbolic links; \(cause)")
        .detail("try", "set BOOTSTRAP_ROOT to a folder on a file system that has symbolic links")
    case EINVAL where name == "sync":
      return message.detail(
        "because", "the file system cannot write to the disk on request; \(cause)"
      )
      .detail("try", "use a folder on another file system")
    case EROFS:
      let folder = FilePath(path).readOnlyFolder
      return message.detail(
        "because", "the file system\(folder.map { " of \($0.string)" } ?? "") is read-only")
    case ELOOP:
      guard let target = (try? FilePath(path).linkTarget()) ?? nil else {
        return message.detail("because", cause)
      }
      return message.detail("because", "it is a link to \(target.string), which is not followed")
        .detail("try", "remove the link, then run the same command again")
    case EMFILE: return message.detail("because", cause).detail("try", raisingLimit)
    case EEXIST, EISDIR, ENOTDIR:
      let kind = (try? FilePath(path).status())?.map { EntryKind($0.kind) }
      if kind == nil, let target = (try? FilePath(path).linkTarget()) ?? nil {
        return message.detail("because", "it is a link to \(target.string), which is missing")
          .detail("try", "remove the link, then run the same command again")
      }
      // A file is in the place of a directory, or a directory in the place of a file.
      let isBlocked = code == EISDIR ? kind == .directory : name == "mkdir" && kind != .directory
      guard let kind, isBlocked else {
        guard code == ENOTDIR, let blocker = Self.blocker(of: path) else {
          return message.detail("because", cause)
        }
        return message.detail(
          "because", "\(blocker.path) is \(blocker.kind.words), not a directory"
        )
        .detail("try", movingAway)
      }
      return message.detail(
        "because", "it is \(kind.words), not \(code == EISDIR ? "a file" : "a directory")"
      )
      .detail("try", movingAway)
    case EACCES where writing && isProtected(path):
      return message.detail("because", "it is read-only")
        .detail("run", "chmod u+w \(shellWord(path))")
    default:
      return message.detail("because", cause)
        .detail("run", writing ? "ls -ld \(shellWord(existing(path)))" : nil)
    }
  }

  /// Returns whether the path is that of a file to which nobody may write.
  private static func isProtected(_ path: String) -> Bool {
    guard let status = try? FilePath(path).status(), status.kind == .file else { return false }
    return status.permissions & 0o222 == 0
  }

  private static let movingAway = "move it elsewhere, then run the same command again"

  /// Returns what is in the place of a directory above `path`, or `nil` if nothing is.
  private static func blocker(of path: String) -> (path: String, kind: EntryKind)? {
    for ancestor in FilePath(path).selfAndAncestors {
      guard let status = (try? ancestor.status()) ?? nil else { continue }
      return status.kind == .directory ? nil : (ancestor.string, EntryKind(status.kind))
    }
    return nil
  }

  /// Returns a clause that states what is at the path instead of a file.
  private static func notAFile(_ path: String) -> String {
    var kind = ((try? FilePath(path).status()) ?? nil).map { EntryKind($0.kind) }
    // SQLite must not write through a link.
    if kind == .file || kind == nil { kind = .link }
    return "it is \(kind.map { "\($0.words), " } ?? "")not a file"
  }

  private static let raisingLimit = "run `ulimit -n 1024`, then the same command again"

  /// Returns the path, or its nearest parent directory that exists.
  private static func existing(_ path: String) -> String {
    var path = FilePath(path)
    while path.isAbsolute, path != "/", (try? path.linkStatus()) == nil {
      path = path.parentDirectory
    }
    return path.string
  }

  /// Returns whether an extended code is SQLITE_CORRUPT or SQLITE_NOTADB in its lowest byte.
  private static func isDamaged(_ code: Int32) -> Bool { [11, 26].contains(code & 0xFF) }
}

/// Whether a description of a process is that of another program than bootstrap.
private func isForeign(holder: String) -> Bool { holder.contains("(") }

/// Returns a phrase for the process that a lock file describes as `17 install`: its id and command.
/// A second line names what the process is building. If another program than bootstrap
/// holds the lock, its name is in parentheses.
func processPhrase(of holder: String) -> String {
  let lines = holder.split(separator: "\n", maxSplits: 1)
  let parts = lines.first?.split(separator: " ", maxSplits: 1) ?? []
  guard parts.count == 2, !parts[1].hasPrefix("(") else { return "process \(holder)" }
  let command = "`bootstrap \(parts[1])`"
  let work = lines.count == 2 ? "building \(lines[1]) for \(command)" : "running \(command)"
  return "process \(parts[0]), which is \(work)"
}

extension StoreFault {
  fileprivate var words: String {
    switch self {
    case .notAFile: "it is not a file"
    case .notADatabase: "it is not a database"
    case .foreignApplication: "it belongs to another program"
    case .foreignTables: "its tables are not those of bootstrap"
    case .sqlite(let words): words
    }
  }
}

extension EntryKind {
  /// The kind with its article.
  var words: String {
    switch self {
    case .file: "a file"
    case .directory: "a directory"
    case .link: "a symbolic link"
    case .pipe: "a named pipe"
    case .device: "a device"
    case .other: "something else"
    }
  }
}
