package import Filesystem
internal import Layout
internal import Manifests
internal import Selection
package import Trust
internal import Vocabulary

// A route is a file that lists the tools that provide an executable (see `Route`). A seal
// is a file in `shims/.locks`, named after one state of a lock and the lock's folder (see
// `FileIdentity`). Only the main program reads its content (see `SealPremise`).
//
// The seal certifies that the routes cover the lock: if a tool of the lock provides an executable
// that has a route, that route lists the tool. In a sealed lock, the shim therefore looks only for
// the tools that its executable's route lists.
extension ShimDirectory {
  /// Seals the shims (``Root/shimSeal``), which a rehash has just completed, and each of `locks`
  /// that the routes cover. Removes all other seals.
  ///
  /// The caller must hold the kernel lock that serializes changes to the root, not a
  /// `Toolfile.lock`.
  ///
  /// - Parameters:
  ///   - locks: The paths of locks, each with its project's folder.
  ///   - changes: What the rehash left without a shim.
  ///   - condition: Judges whether shims may run the tools of a lock without further checks, or
  ///     `nil` if they may run those of any lock.
  /// - Throws: ``FileError`` if a route cannot be read, or a seal cannot be written or removed.
  package func seal(
    _ locks: [(project: FilePath, path: FilePath)], after changes: Changes = Changes(),
    on condition: SealCondition? = nil
  ) async throws(FileError) {
    let folders = [root.sealBases, seals, root.projectSeals]
    for folder in folders { try folder.makeDirectories() }
    let kept = try await seal(locks, condition)
    for folder in folders {
      for entry in try folder.entriesIfPresent() where !kept.contains(entry) {
        try folder.appending(entry).removeFile()
      }
    }
    // Those of removed installations and of earlier systems would remain. The next run of each tool
    // creates its seal again.
    for entry in try root.buildSeals.entriesIfPresent() {
      try root.buildSeals.appending(entry).removeFile()
    }
    try sealShims(without: changes.occupied + changes.indistinct)
  }

  /// Seals each of `locks` that the routes cover, on all processors, and returns the names of the
  /// seals. The judgment of a lock takes a tenth of a millisecond for each of its tools.
  private func seal(
    _ locks: [(project: FilePath, path: FilePath)], _ condition: SealCondition?
  ) async throws(FileError) -> Set<String> {
    if locks.isEmpty { return [] }
    let time = SharedFileSystemTime(in: seals.path)
    let results = await withTaskGroup(of: (Int, Result<String?, FileError>).self) { group in
      for (index, lock) in locks.enumerated() {
        group.addTask {
          let result = Result { () throws(FileError) in
            try seal(lock.path, of: lock.project, condition, time)
          }
          return (index, result)
        }
      }
      return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    var names: Set<String> = []
    // In the order of the locks, so that the same error is thrown each time.
    for index in locks.indices { if let name = try results[index]?.get() { names.insert(name) } }
    return names
  }

  /// Seals the shims in their current state, in which the executables with these names have none.
  /// The other folders of seals must already exist, because a new one would change the identity of
  /// the folder of shims.
  private func sealShims(without names: [ExecutableName]) throws(FileError) {
    try root.shimSeals.makeDirectories()
    guard let seal = root.shimSeal else { return }
    let text = Array(names.map { $0.text + "\n" }.joined().utf8)
    if try seal.contentsIfPresent(limit: 1 << 24) != text {
      try seal.replaceContents(with: text, isDurable: false)
    }
    for entry in try root.shimSeals.entries() where entry != seal.lastComponent {
      try root.shimSeals.appending(entry).removeFile()
    }
  }

  /// Seals `lock` if the routes cover it: if one of its tools provides an executable that has a
  /// route, that route lists the tool.
  ///
  /// A lock is not sealed in any of these cases, even if it was sealed before:
  ///
  /// - It cannot be read, or does not cover this platform.
  /// - Its tools need further checks before a shim may run them.
  /// - The lock does not have exactly the form that the `lock` command writes.
  /// - One of its tools is not installed, and another tool provides the same executable. The route
  ///   then lists only the other tool.
  /// - The lock is dated in whole seconds, and changed so recently that its identity could stay the
  ///   same after another change, or it is dated in the future.
  /// - The lock was changed or replaced while it was judged.
  /// - It is not sealed yet, and the time of the root's file system cannot be read.
  ///
  /// - Returns: The name of the seal, or `nil` if the lock is missing or not sealed.
  private func seal(
    _ lock: FilePath, of project: FilePath, _ condition: SealCondition?,
    _ sharedTime: SharedFileSystemTime
  ) throws(FileError) -> String? {
    let path = PathText(lock.bytes)
    guard let (identity, device) = FileIdentity.withDevice(of: path) else { return nil }
    let name = identity.sealName(ofLockIn: project)
    let seal = seals.appending(name)
    if isStillSealed(name, condition) { return name }

    // Remove the basis first, so that it cannot outlive its judgment: the user may have withdrawn
    // a consent.
    let basisFile = root.sealBases.appending(name)
    try basisFile.removeFile()
    // A command that has just written the lock waits until any later change would give the lock
    // another identity. Only then is the lock read.
    guard let time = sharedTime.value,
      time.wait(for: LatestChanges(identity, isComparable: true))
    else { return nil }
    // The clock of another file system may differ. A lock there gets a basis only if it last
    // changed some seconds ago.
    let isSettled = time.wait(for: LatestChanges(identity, isComparable: device == time.device))
    guard
      // The lock may belong to another project, which can delete it at any time. A lock that cannot
      // be read gets no seal.
      let bytes = (try? contents(of: lock, identity)) ?? nil,
      let cover = try cover(of: bytes, at: lock, in: project, condition, time),
      // The lock may have been replaced since.
      FileIdentity(of: path) == identity
    else { return nil }
    if (try? seal.contents(limit: SealPremise.maximumByteCount)) != cover.content {
      try seal.replaceContents(with: cover.content, isDurable: false)
    }
    if isSettled, let basis = cover.basis {
      try basisFile.replaceContents(with: basis.bytes, isDurable: false)
    }
    return name
  }

  /// Returns the whole lock. Returns `nil` if the open file is not the one with this identity, or
  /// changes while it is read.
  private func contents(
    of lock: FilePath, _ identity: FileIdentity
  ) throws(FileError) -> [UInt8]? {
    let file = try FileDescriptor.open(lock, .read)
    guard FileIdentity(ofOpenFile: file.number) == identity else { return nil }
    let bytes = try file.readToEnd(limit: Lockfile.maximumByteCount)
    return FileIdentity(ofOpenFile: file.number) == identity ? bytes : nil
  }

  /// Returns whether a lock is sealed and its judgment still holds. Each change of a route removes
  /// all seals, so the routes still cover a sealed lock.
  private func isStillSealed(_ name: String, _ condition: SealCondition?) -> Bool {
    guard let condition,
      let content = try? seals.appending(name).contents(limit: SealPremise.maximumByteCount),
      condition.stillHolds(SealPremise(parsing: content)),
      let basis = SealBasis(at: root.sealBases.appending(name))
    else { return false }
    return basis.supports(content, in: root)
  }

  /// Removes all seals. Must be called before each change of a route, because such a change can
  /// make a seal wrong.
  package func breakSeals() throws(FileError) {
    let entries = try seals.entriesIfPresent()
    if entries.isEmpty { return }
    for entry in entries { try seals.appending(entry).removeFile() }
    // After a power failure, no seal may stand beside a route that is newer.
    try seals.path.synchronize()
  }

  private var seals: RootFolder { root.seals }

  /// What makes a lock sealed.
  private struct Cover {
    /// The content of the seal.
    let content: [UInt8]
    /// The basis of the judgment, or `nil` if each change to the root must judge the lock again.
    let basis: SealBasis?
  }

  /// Judges a lock with this content. Returns `nil` if it cannot be sealed: it does not have the
  /// form that the `lock` command writes, or the routes do not cover it.
  private func cover(
    of bytes: [UInt8], at path: FilePath, in project: FilePath, _ condition: SealCondition?,
    _ time: FileSystemTime
  ) throws(FileError) -> Cover? {
    guard let lock = try? Lockfile(parsing: bytes, path: path.string), lock.bytes == bytes
    else { return nil }
    // In a sealed lock, the shim reads only stanzas, and takes one without an artifact for this
    // platform as limited to others.
    if !lock.platforms.contains(.current) { return nil }
    guard let condition else { return try covers(lock) ? Cover(content: [], basis: nil) : nil }
    var states = SealBasis.States(in: root)
    let judgment = condition.judgment(of: lock, in: project) { states.examine($0, at: time) }
    // Shims run the tools of a sealed lock without further checks.
    guard let judgment, try covers(lock) else { return nil }
    let content = judgment.premise.bytes
    return Cover(
      content: content,
      basis: judgment.restsOnFiles ? SealBasis(of: states, seal: content) : nil)
  }

  /// Returns whether the routes cover a lock: if one of its tools provides an executable that has a
  /// route, that route lists the tool.
  private func covers(_ lock: Lockfile) throws(FileError) -> Bool {
    for tool in lock.tools {
      for executable in tool.executables(for: .current) {
        let route = root.routes.appending(executable.text)
        guard let bytes = try route.contentsIfPresent(limit: 1 << 20) else { continue }
        guard let route = Route(bytes),
          route.tools.contains(where: { $0.elementsEqual(tool.name.text.utf8) })
        else { return false }
      }
    }
    return true
  }
}
