internal import Diagnostics
internal import Filesystem

/// Messages about permissions, owners, and mount options.
extension SystemProblem {
  /// Returns the message for the root, or a part of it, that belongs to another user.
  static func foreignFolder(
    _ path: String, _ owner: UInt32?, root: String?
  ) -> Message {
    // In the user's own folder, it was probably created with `sudo`, or while others could write
    // there.
    let above = (try? FilePath(path).parentDirectory.status()) ?? nil
    let isBelowOwn = above?.owner == FilePath.user
    return Message("foreign-folder", "\(path) belongs to another user")
      .detail("owner", owner.map(userPhrase))
      // Other parts of the root often belong to the same user.
      .detail(
        "run", isBelowOwn ? "sudo chown -R \"$(id -un)\" \(shellWord(root ?? path))" : nil
      )
      .detail("try", isBelowOwn ? nil : ownRoot)
  }

  /// Returns the message for a folder that the user owns, but may not enter or change.
  static func closedFolder(_ folder: String, _ path: String, writing: Bool) -> Message {
    Message("closed-folder", "cannot \(writing ? "write" : "use") \(path)")
      .detail("because", "you have no permission to \(writing ? "change" : "enter") \(folder)")
      .detail("permissions", (try? FilePath(folder).status())?.map(\.permissions).map(octal))
      .detail("run", "chmod u+rwx \(shellWord(folder))")
  }

  /// Returns the message for the store at `path` if the user may not write its file `file`.
  static func closedStore(_ path: String, _ file: String) -> Message {
    let message = Message("cannot-write", "cannot write \(path)")
    let status = (try? FilePath(file).status()) ?? nil
    let folder = (try? FilePath(file).parentDirectory.status()) ?? nil
    // SQLite gives its own files the permissions of the store, so the remedy includes them.
    let files = "\(shellWord(path))*"
    if let status, status.owner != FilePath.user {
      let isOwnRoot = folder?.owner == FilePath.user
      return message.detail("because", "\(file) belongs to another user")
        .detail("owner", userPhrase(status.owner))
        .detail("run", isOwnRoot ? "sudo chown \"$(id -un)\" \(files)" : nil)
        .detail("try", isOwnRoot ? nil : ownRoot)
    }
    return message.detail("because", "you have no permission to change \(file)")
      .detail("permissions", status.map(\.permissions).map(octal))
      .detail("run", "chmod u+rw \(files)")
  }

  /// Returns the message for a file that the user owns, but may not read.
  static func closedFile(_ path: String) -> Message {
    Message("closed-file", "cannot use \(path)")
      .detail("because", "you have no permission to read it")
      .detail("permissions", (try? FilePath(path).status())?.map(\.permissions).map(octal))
      .detail("run", "chmod u+rw \(shellWord(path))")
  }

  private static let ownRoot = "set BOOTSTRAP_ROOT to a folder of your own"

  private static func userPhrase(_ id: UInt32) -> String { id == 0 ? "root" : "user \(id)" }

  /// Returns permission bits in the form that chmod(1) accepts.
  private static func octal(_ permissions: UInt16) -> String {
    let digits = String(permissions, radix: 8)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// Returns the reason why no program below `folder` can run.
  static func noexecCause(_ folder: String) -> String {
    "the file system of \(folder) is mounted with `noexec`"
  }

  /// The remedy for any program.
  static let noexecRemedy = "mount it without `noexec`"
  /// Another remedy, for the programs of a root.
  static let orOtherRoot = ", or set BOOTSTRAP_ROOT to a folder on another disk"
}
