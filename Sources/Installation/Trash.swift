package import Filesystem
package import Layout

/// What was removed, kept for a day for programs that still run from it and for users who want to
/// undo the removal.
///
/// The name of an entry begins with the time at which it was taken, in seconds since 1970.
/// ``TrashEntry`` describes the rest of the name.
package struct Trash: Sendable {
  private let root: Root

  /// Creates the trash of `root`.
  package init(_ root: Root) { self.root = root }

  /// How long an entry is kept, in seconds: one day.
  package static let retention: Int64 = 24 * 60 * 60

  /// Returns the entries whose contents are known, the newest first, and then in the order of their
  /// names.
  package func entries() throws(FileError) -> [TrashEntry] {
    var entries: [TrashEntry] = []
    for name in try root.trash.entriesIfPresent() {
      guard let (taken, rest) = Self.parts(of: name), let taken, taken > 0,
        let content = TrashEntry.Content(name: String(rest.drop { $0 == Self.repetition }))
      else { continue }
      entries.append(
        TrashEntry(path: root.trash.appending(name), taken: taken, content: content))
    }
    return entries.sorted { ($1.taken, $0.path.string) < ($0.taken, $1.path.string) }
  }

  /// How far in the future the time of an entry may be, in seconds. Removals within the same second
  /// get successive times.
  private static let tolerance: Int64 = 60

  /// Returns a time for the entries of a new removal that no other removal has. Entries with the
  /// same time are restored together.
  ///
  /// - Parameter now: The current time, in seconds since 1970.
  package func timeOfNewRemoval(now: Int64) throws(FileError) -> Int64 {
    guard let newest = try entries().first?.taken, newest >= now, newest - now < Self.tolerance
    else { return now }
    return newest + 1
  }

  /// Creates the trash, and returns the path of a new entry.
  ///
  /// - Parameter now: The current time, in seconds since 1970.
  package func place(for content: TrashEntry.Content, now: Int64) throws(FileError) -> FilePath {
    try place(named: content.name, now)
  }

  /// Moves the installations of an older bootstrap, whose content ids have 12 digits instead of 40,
  /// to the trash, except those that pins without a lock still run.
  ///
  /// - Parameters:
  ///   - outdated: The installations of an older bootstrap in the root.
  ///   - now: The current time, in seconds since 1970.
  package func take(_ outdated: [OutdatedInstallation], now: Int64) throws(FileError) {
    for outdated in outdated where !outdated.isLinked {
      let name = "\(outdated.tool)-\(outdated.folder.lastComponent)"
      try Self.move(outdated.folder, to: try place(named: name, now))
    }
  }

  /// Moves the folder of interrupted work to the trash, to be deleted the next time that the trash
  /// is emptied: nobody wants it back, so it counts as taken in 1970.
  func takeStaged(_ folder: FilePath) throws(FileError) {
    try Self.move(folder, to: try place(named: folder.lastComponent, 0))
  }

  /// Moves a folder to its place in the trash. Deletes it if the trash is on another file system,
  /// because a copy would take as long as the installation.
  private static func move(_ folder: FilePath, to place: FilePath) throws(FileError) {
    do {
      try folder.rename(to: place)
    } catch {
      if !error.isOnOtherFileSystem { throw error }
      try folder.removeTree()
    }
  }

  /// The character before the names of entries of the same name from the same second.
  private static let repetition: Character = "+"

  private func place(named name: String, _ now: Int64) throws(FileError) -> FilePath {
    try root.trash.makeDirectories()
    var name = name
    while try root.trash.appending("\(now)-\(name)").linkStatus() != nil {
      name = "\(Self.repetition)\(name)"
    }
    return root.trash.appending("\(now)-\(name)")
  }

  /// Deletes the entries that are older than ``retention``. An entry from the far future was moved
  /// while the clock was wrong, so it is renamed as if it had been moved now. A time that is out of
  /// range counts as old. Entries with names of another form stay.
  ///
  /// - Parameter now: The current time, in seconds since 1970.
  package func empty(now: Int64) throws(FileError) {
    for entry in try root.trash.entriesIfPresent() {
      guard let (taken, name) = Self.parts(of: entry) else { continue }
      let path = root.trash.appending(entry)
      guard let taken else {
        try root.trash.removeTree(entry)
        continue
      }
      if taken > now, taken - now > Self.tolerance {
        try path.rename(to: try place(named: name, now))
        continue
      }
      let (age, isOverflow) = now.subtractingReportingOverflow(taken)
      if isOverflow || age > Self.retention { try delete(path, named: name) }
    }
  }

  /// Deletes all entries to free their space. Entries with names of another form stay.
  ///
  /// - Throws: The first ``FileError``, after deleting every entry that can be deleted.
  package func deleteAll() throws(FileError) {
    var failure: FileError?
    for entry in try root.trash.entriesIfPresent() {
      guard let (_, name) = Self.parts(of: entry) else { continue }
      do {
        try delete(root.trash.appending(entry), named: name)
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
  }

  /// Deletes as many entries as possible if disk space is low. Otherwise, keeps all of them so
  /// that they can be restored.
  ///
  /// - Returns: The size of what was deleted, in bytes.
  package func deleteAllIfSpaceIsScarce() -> Int {
    guard let space = try? root.path.freeSpace(), space.isScarce else { return 0 }
    let size = root.trash.path.sizeOfTree
    try? deleteAll()
    return size - root.trash.path.sizeOfTree
  }

  /// Deletes an entry. If the process dies meanwhile, the rest counts as taken in 1970, so that it
  /// is never restored.
  private func delete(_ path: FilePath, named name: String) throws(FileError) {
    let doomed = try place(named: name, 0)
    try path.rename(to: doomed)
    try root.trash.removeTree(doomed.lastComponent)
  }

  /// Returns the time in the name of an entry, or `nil` if it is out of range, and the rest of the
  /// name. Returns `nil` if the name has another form.
  private static func parts(of entry: String) -> (taken: Int64?, name: String)? {
    // A time before 1970 has a sign.
    let sign = entry.prefix { $0 == "-" }
    let digits = entry.dropFirst(sign.count).prefix { $0.isASCII && $0.isNumber }
    let name = entry.dropFirst(sign.count + digits.count)
    guard sign.count < 2, !digits.isEmpty, name.first == "-", name.count > 1 else { return nil }
    return (Int64(sign + digits), String(name.dropFirst()))
  }
}
