internal import Diagnostics
package import Filesystem
internal import Layout

/// The replacement of the programs. The caller must hold the root's lock. `staging` is a folder for
/// work in progress, on the file system of the root.
///
/// After a failure, the programs are as before. A process that is killed leaves them as before or
/// as after the replacement, and what it leaves besides goes with the next one. Only the programs
/// of an older bootstrap, which do not work in `programs`, are replaced one by one. If that is
/// interrupted, ``complete(staging:)`` finishes or undoes it.
extension InstalledPrograms {
  /// Replaces the programs, and keeps the current ones as ``earlier``, unless they are the same.
  ///
  /// - Parameters:
  ///   - files: The new programs, in a folder in `staging`, which becomes a folder of the root.
  ///   - version: Their version.
  package func install(
    _ files: ProgramFiles, version: String, staging: FilePath
  ) throws(FileError) {
    let old = try adoptPlacedFiles(staging)
    // If it is not known which release was in use, all stay until the next update.
    let isLost = try hasLostRelease
    let removesUnused = old != nil || !isLost
    removeUnused(besides: old)
    try root.programs.makeDirectories()
    let new = try newRelease(version)
    try files.folder.rename(to: folder(new))
    do {
      // Installing the same program again must not discard the version to go back to.
      var previous = old
      if let old, self.files(old).hasSameProgram(as: self.files(new)) {
        previous = try release(at: previousLink(of: old))
      }
      if let previous { try setPrevious(of: new, to: previous, staging) }
      try use(new, insteadOf: old, staging)
      if removesUnused { removeUnused(besides: new) }
    } catch {
      try? folder(new).removeTree()
      throw error
    }
  }

  /// Goes back to the ``earlier`` programs, and keeps the current ones as the new ``earlier``.
  ///
  /// - Returns: The version of the programs, or `nil` if there are no earlier ones.
  package func rollBack(staging: FilePath) throws(FileError) -> String? {
    guard let version = try earlier?.version(environment), let new = try adoptPlacedFiles(staging),
      let old = try release(at: previousLink(of: new))
    else { return nil }
    try setPrevious(of: old, to: new, staging)
    try use(old, insteadOf: new, staging)
    removeUnused(besides: old)
    return version
  }

  /// Finishes a replacement that was interrupted, or undoes it.
  package func complete(staging: FilePath) throws(FileError) {
    guard let name = try adoptPlacedFiles(staging) else { return }
    try use(name, insteadOf: name, staging)
    removeUnused(besides: name)
  }

  // MARK: The older structure

  /// Copies the files that an older bootstrap has placed into releases of the root. Until
  /// `bin/bootstrap` is a link, nothing runs from these.
  ///
  /// - Returns: The name of the release in use, or `nil` if there is none that is whole.
  private func adoptPlacedFiles(_ staging: FilePath) throws(FileError) -> String? {
    if let name = try knownRelease { return name }
    if let name = try unlinkedRelease {
      try setLink(at: root.currentPrograms, to: FilePath(name), staging)
      return name
    }
    removeUnused(besides: nil)
    let before = ProgramFiles(in: root.previous)
    var (source, earlier): (ProgramFiles?, String?) = (placed, nil)
    if before.hasSameProgram(as: placed) {
      // An update or rollback was interrupted, so the placed files may be of two releases.
      source = before
    } else {
      if let version = before.version(environment) { earlier = try adopt(before, version, staging) }
      if try isOfOtherRelease { source = nil }
    }
    guard let source, try source.firstMissing() == nil else { return earlier }
    // Programs that do not run now are kept if there are no others to go back to.
    guard let version = source.version(environment) ?? (earlier == nil ? "unknown" : nil) else {
      return earlier
    }
    let name = try adopt(source, version, staging)
    if let earlier { try setPrevious(of: name, to: earlier, staging) }
    try FilePath.synchronizeTrees([root.path])
    try setLink(at: root.currentPrograms, to: FilePath(name), staging)
    return name
  }

  /// Copies files into a new release, and returns its name.
  private func adopt(
    _ files: ProgramFiles, _ version: String, _ staging: FilePath
  ) throws(FileError) -> String {
    let name = try newRelease(version)
    let draft = staging.appending("adopted-\(name)")
    try files.copy(to: draft)
    try root.programs.makeDirectories()
    try draft.rename(to: folder(name))
    return name
  }

  // MARK: The switch

  private func use(
    _ name: String, insteadOf old: String?, _ staging: FilePath
  ) throws(FileError) {
    // A root has this folder, by which its programs recognize it.
    try root.shims.makeDirectories()
    // What the links are about to lead to must be on the disk before them.
    try FilePath.synchronizeTrees([root.path])
    if try release(at: root.currentPrograms) == nil {
      try setLink(at: root.currentPrograms, to: FilePath(name), staging)
    }
    if try knowsStructure(name) {
      try link(name, insteadOf: old, staging)
    } else {
      try place(name, insteadOf: old, staging)
    }
  }

  /// Returns whether the programs of a release find their root from `programs`. Those of an older
  /// bootstrap do not, and can then not update themselves.
  ///
  /// - Throws: ``FileError`` if the programs work, but cannot tell. They must then not be taken for
  ///   those of an older bootstrap.
  private func knowsStructure(_ name: String) throws(FileError) -> Bool {
    var environment = environment
    environment["BOOTSTRAP_ROOT"] = nil
    environment["HOME"] = "/dev/null"
    let program = folder(name).appending(ProgramFiles.mainProgram)
    let output = try? ChildProcess.output(
      of: program, arguments: ["root"], environment: environment, limit: 1 << 16)
    guard let output else {
      if files(name).version(environment) == nil { return false }
      throw .failure(of: program)
    }
    return try FilePath(bytes: output.dropLast()) == root.path.resolvingLinks()
  }

  /// Makes a release the one in use.
  private func link(
    _ name: String, insteadOf old: String?, _ staging: FilePath
  ) throws(FileError) {
    do {
      var isLinked = try releaseInUse != nil
      if !isLinked, let old, try knowsStructure(old) {
        // Links to the same files as before, so that nothing changes until all change.
        try linkFiles(of: old, staging)
        try FilePath.synchronizeTrees([root.path])
        isLinked = true
      }
      // Links to files that only the new release has lead nowhere for a moment.
      if isLinked { try linkFiles(of: name, staging) }
      try setLink(at: root.currentPrograms, to: FilePath(name), staging)
      try FilePath.synchronizeTrees([root.path])
      if !isLinked {
        try linkFiles(of: name, staging)
        try FilePath.synchronizeTrees([root.path])
      }
    } catch {
      // What is linked by now then leads to the same files as before.
      if let old { try? setLink(at: root.currentPrograms, to: FilePath(old), staging) }
      throw error
    }
    for path in ProgramFiles.paths
    where path == ProgramFiles.changeProgram || (try? !files(name).has(path)) ?? false {
      try? root.path.appending(path).removeFile()
    }
    try? root.previous.rename(to: staging.appending("previous"))
  }

  /// Links the files of the root to those of a release. The main program is the last, and starts
  /// its own `bootstrap-change` from then on.
  private func linkFiles(of name: String, _ staging: FilePath) throws(FileError) {
    for path in ProgramFiles.paths where path != ProgramFiles.changeProgram {
      let (place, target) = (root.path.appending(path), Self.target(of: path))
      guard try files(name).has(path), try place.linkTarget() != target else { continue }
      try place.parentDirectory.makeDirectories()
      try setLink(at: place, to: target, staging)
    }
  }

  /// Places the files of a release as an older bootstrap expects it.
  private func place(
    _ name: String, insteadOf old: String?, _ staging: FilePath
  ) throws(FileError) {
    let isLinked = try releaseInUse != nil
    if let old, old != name {
      // There is a copy in `programs` by now.
      if try root.previous.linkStatus()?.kind == .directory {
        try root.previous.rename(to: staging.appending("previous"))
      }
      try setLink(at: root.previous, to: FilePath("programs/\(old)"), staging)
    }
    do {
      try placeFiles(of: name, staging)
      try FilePath.synchronizeTrees([root.path])
    } catch {
      if let old {
        if isLinked { try? linkFiles(of: old, staging) } else { try? placeFiles(of: old, staging) }
      }
      throw error
    }
    try? setLink(at: root.currentPrograms, to: FilePath(name), staging)
  }

  /// Replaces each file by a rename, `bootstrap-change` before the main program, which starts it.
  private func placeFiles(of name: String, _ staging: FilePath) throws(FileError) {
    let draft = staging.appending("placed")
    try draft.removeTree()
    try files(name).copy(to: draft)
    try FilePath.synchronizeTrees([staging])
    var surplus: [FilePath] = []
    for path in ProgramFiles.paths {
      let place = root.path.appending(path)
      if try ProgramFiles(in: draft).has(path) {
        try place.parentDirectory.makeDirectories()
        try draft.appending(path).rename(to: place)
      } else {
        surplus.append(place)
      }
    }
    for file in surplus { try file.removeFile() }
  }

  // MARK: Links

  private func setPrevious(
    of name: String, to previous: String, _ staging: FilePath
  ) throws(FileError) {
    try setLink(at: previousLink(of: name), to: FilePath("../\(previous)"), staging)
  }

  /// Creates a link, or replaces a file or a link by one, in one step.
  private func setLink(
    at place: FilePath, to target: FilePath, _ staging: FilePath
  ) throws(FileError) {
    if try place.linkTarget() == target { return }
    let draft = staging.appending("link")
    try draft.removeFile()
    try draft.makeLink(to: target)
    try draft.rename(to: place)
  }

  /// Removes the releases that are neither in use nor to go back to. A failure costs only space.
  private func removeUnused(besides name: String?) {
    for unused in (try? unusedReleases(besides: name)) ?? [] { try? folder(unused).removeTree() }
  }
}
