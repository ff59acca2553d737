package import Filesystem
internal import Vocabulary

extension Root {
  /// The folders that every root can have.
  private var folders: [RootFolder] {
    [
      shims, routes, seals, sealBases, buildSeals, shimSeals, projectSeals, installs, views,
      packages, downloads, index, confirmed, resolved, staging, logs, setups, trash, trust,
      folder(FilePath(programs.lastComponent)),
    ]
  }

  /// Checks that the root belongs to this user, that its folders are the root's own: not links, and
  /// not of somebody else, and that their permissions let this user change them. Missing ones are
  /// skipped.
  ///
  /// Whoever changes the root checks this first, because moves and removals name paths.
  ///
  /// - Throws: ``FileError`` for the first folder that is not, of the operation
  ///   ``FileError/Operation/enter`` unless only its permissions are wrong.
  package func checkFolders() throws(FileError) {
    if let fault = folderFaults().first { throw fault }
  }

  /// Returns the error of ``checkFolders()`` for the root and each folder of it.
  package func folderFaults() -> [FileError] {
    var faults: [FileError] = []
    func collect(_ body: () throws(FileError) -> Void) {
      do throws(FileError) { try body() } catch { faults.append(error) }
    }
    collect { () throws(FileError) in
      try checkOwner()
      if path.exists { try path.checkIsOpen() }
    }
    for folder in folders { collect { () throws(FileError) in try check(folder) } }
    for parent in [installs, packages] {
      let names = ((try? parent.entriesIfPresent()) ?? []).filter { ToolName($0) != nil }
      let isOfInstallations = parent == installs
      faults += parent.faults(inFolders: names) { folder in
        var faults: [FileError] = []
        do throws(FileError) { try folder.checkIsOpen() } catch { faults.append(error) }
        return isOfInstallations ? faults + Self.closedInstallations(in: folder) : faults
      }
    }
    // A folder below a faulty one has the same error.
    return faults.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// Returns an error for each installation of a tool that this user may not list. Every change to
  /// the root lists all installations, to recreate the shims.
  private static func closedInstallations(in folder: borrowing Directory) -> [FileError] {
    var faults: [FileError] = []
    for name in (try? folder.entries(isOnlyListing: true)) ?? [] {
      do throws(FileError) {
        try folder.checkIsReadable(name.string)
      } catch {
        if error.path.isDirectory { faults.append(error) }
      }
    }
    return faults
  }

  /// Checks that this user may list the folders of the root that exist, except the record of
  /// consent, which only its owner may read.
  ///
  /// - Throws: ``FileError`` for the first folder that the user may not list.
  package func checkFoldersAreReadable() throws(FileError) {
    for folder in folders where folder.path != trust.path {
      if try folder.path.isPresent() { try folder.path.checkIsReadable() }
    }
    let names = try installedTools()
    if names.isEmpty { return }
    let tools = try installs.open()
    for name in names { try tools.checkIsReadable(name.text) }
  }

  private func check(_ folder: RootFolder) throws(FileError) {
    do throws(FileError) {
      _ = try folder.open()
      try folder.path.checkIsOpen()
    } catch  where error.isMissing {}
  }
}
