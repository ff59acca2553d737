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
  ///
  /// - Parameter installations: What an examination of the installations has found, or `nil` to
  ///   examine only their folders.
  package func folderFaults(_ installations: InstallationExamination? = nil) -> [FileError] {
    var faults: [FileError] = []
    func collect(_ body: () throws(FileError) -> Void) {
      do throws(FileError) { try body() } catch { faults.append(error) }
    }
    collect { () throws(FileError) in
      try checkOwner()
      if path.exists { try path.checkIsOpen() }
    }
    for folder in folders { collect { () throws(FileError) in try check(folder) } }
    faults += installations?.faults ?? self.faults(ofTools: installs)
    faults += self.faults(ofTools: packages)
    // A folder below a faulty one has the same error.
    return faults.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// Returns the errors of the folders of tools in `parent`, and of the installations in them.
  private func faults(ofTools parent: RootFolder) -> [FileError] {
    let names = ((try? parent.entriesIfPresent()) ?? []).filter { ToolName($0) != nil }
    let hasInstallations = parent == installs
    return parent.faults(inFolders: names) { folder in
      var faults: [FileError] = []
      do throws(FileError) { try folder.checkIsOpen() } catch { faults.append(error) }
      guard hasInstallations,
        let names = try? folder.linksAndOthers(isOnlyListing: true).others
      else { return faults }
      return faults + folder.closedFolders(named: names)
    }
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
