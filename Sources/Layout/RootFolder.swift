package import Filesystem

/// A folder of a ``Root``, such as `staging/` or `shims/.routes/`.
///
/// A root may be inside a repository, or others may have written to it. So that nothing outside of
/// the root is ever listed, changed, or removed, a folder is opened from the root downward without
/// following symbolic links, and it must belong to the user or to the owner of the root. The root
/// itself may be a link.
package struct RootFolder: Hashable, Sendable {
  package let path: FilePath
  private let root: FilePath

  /// Creates a value for the folder at `relative`, a path below `root`. Reads nothing.
  init(_ relative: FilePath, in root: FilePath) {
    self.root = root
    path = root.appending(relative)
  }

  private init(path: FilePath, in root: FilePath) {
    self.path = path
    self.root = root
  }

  /// The name of the folder.
  package var lastComponent: String { path.lastComponent }
  /// Whether a folder is at the path.
  package var exists: Bool { path.exists }

  /// Returns the path of an entry.
  package func appending(_ name: String) -> FilePath { path.appending(name) }

  /// Returns a folder in this one.
  package func folder(_ name: String) -> RootFolder {
    RootFolder(path: path.appending(name), in: root)
  }

  /// Opens the folder.
  ///
  /// - Throws: ``FileError`` with ENOENT if it is missing, or of the operation
  ///   ``FileError/Operation/enter`` if it is a symbolic link or belongs to somebody else.
  package func open() throws(FileError) -> Directory {
    try open { directory, name throws(FileError) in try directory.directory(name) }
  }

  /// Creates the folder if it is missing, with the root and the folders above it.
  ///
  /// - Throws: ``FileError`` if it cannot be created, or as ``open()`` does.
  package func makeDirectories(permissions: UInt16 = 0o755) throws(FileError) {
    try Root(root).makeDirectory()
    _ = try open { directory, name throws(FileError) in
      try directory.makeDirectory(name, permissions: permissions)
    }
  }

  /// Opens the folders from the root to this one.
  ///
  /// - Parameter next: Opens a folder in another one, without following a link.
  private func open(
    _ next: (borrowing Directory, String) throws(FileError) -> Directory
  ) throws(FileError) -> Directory {
    var directory = try Directory.open(root)
    let owner = try directory.descriptor.status().owner
    let names = path.relative(to: root)?.bytes.split(separator: UInt8(ascii: "/")) ?? []
    for name in names {
      directory = try Self.open(
        String(decoding: name, as: UTF8.self), in: directory, of: owner, next)
    }
    return directory
  }

  /// Opens a folder in another one. The opened folder must belong to the user or to `owner`.
  private static func open(
    _ name: String, in directory: borrowing Directory, of owner: UInt32,
    _ next: (borrowing Directory, String) throws(FileError) -> Directory
  ) throws(FileError) -> Directory {
    let folder: Directory
    do {
      folder = try next(directory, name)
    } catch {
      // On some systems, a link causes the same error as a file in place of a folder.
      guard (try? directory.linkTarget(name)) ?? nil != nil else { throw error }
      throw .isLink(directory.path.appending(name))
    }
    let found = try folder.descriptor.status().owner
    guard found == owner || found == FilePath.user else { throw .isOfOther(folder.path) }
    return folder
  }

  /// Opens several folders in this one, one after the other, and passes each to `body` with its
  /// name. Skips missing ones. Opening each folder from the root would take three times as many
  /// system calls.
  ///
  /// - Parameter report: Receives the error of a folder that cannot be opened, which is then
  ///   skipped, or `nil` to throw the first one.
  /// - Throws: ``FileError`` as ``open()`` does, or that of `body`.
  package func openFolders(
    _ names: some Collection<String>, reportingTo report: ((FileError) -> Void)? = nil,
    _ body: (borrowing Directory, String) throws(FileError) -> Void
  ) throws(FileError) {
    if names.isEmpty { return }
    let directory = try open()
    let owner = try root.status()?.owner ?? FilePath.user
    for name in names {
      let folder: Directory
      do {
        folder = try Self.open(name, in: directory, of: owner)
      } catch  where error.isMissing {
        continue
      } catch {
        guard let report else { throw error }
        report(error)
        continue
      }
      try body(folder, name)
    }
  }

  /// Opens several folders in this one, as ``openFolders(_:reportingTo:_:)`` does, on two threads
  /// if there are many. Returns the error of each that cannot be opened, and the errors that
  /// `faults` finds in the others.
  func faults(
    inFolders names: [String], _ faults: @escaping @Sendable (borrowing Directory) -> [FileError]
  ) -> [FileError] {
    let parts = BlockingThread.resultsOfParts(of: names) { names in
      var found: [FileError] = []
      // If this folder itself cannot be opened, its own check says so.
      try? openFolders(names, reportingTo: { found.append($0) }) { folder, _ in
        found += faults(folder)
      }
      return found
    }
    return parts.flatMap(\.self)
  }

  private static func open(
    _ name: String, in directory: borrowing Directory, of owner: UInt32
  ) throws(FileError) -> Directory {
    try open(name, in: directory, of: owner) { directory, name throws(FileError) in
      try directory.directory(name)
    }
  }

  /// Returns the names in the folder, sorted by bytes.
  ///
  /// - Throws: ``FileError`` as ``open()`` does.
  package func entries() throws(FileError) -> [String] {
    try open().entries(isOnlyListing: true).map(\.string)
  }

  /// Returns the names in the folder, or none if it is missing.
  package func entriesIfPresent() throws(FileError) -> [String] {
    do {
      return try entries()
    } catch  where error.isMissing {
      return []
    }
  }

  /// Returns the folders in this one, sorted by bytes. If the file system does not report the types
  /// of entries, files are included.
  ///
  /// - Throws: ``FileError`` as ``open()`` does.
  package func subfolders() throws(FileError) -> [RootFolder] {
    try open().folders().map { folder($0.string) }
  }

  /// Removes an entry and, if it is a directory, everything below it. A missing entry is not
  /// an error.
  package func removeTree(_ name: String) throws(FileError) { try open().removeTree(name) }

  /// Removes the abandoned temporary files and folders in the folder. Failures are ignored,
  /// because these take only space.
  ///
  /// - Parameter isExclusive: Whether the caller holds a lock that all writers in this folder hold,
  ///   so that every temporary file is abandoned.
  package func removeAbandonedFiles(isExclusive: Bool = false) {
    guard let directory = try? open() else { return }
    directory.removeAbandonedFiles(isExclusive: isExclusive)
  }
}

extension RootFolder: CustomStringConvertible {
  package var description: String { path.description }
}
