package import Filesystem
internal import Layout
internal import Manifests
internal import Selection

// With a sealed lock, the shim need not search all of the lock for tools that its route does not
// name (see `LockIdentity`).
extension ShimDirectory {
  /// Seals those of `locks` that qualify, and removes the seals of all other locks.
  ///
  /// The caller must hold the root's lock.
  package func seal(_ locks: [FilePath]) throws(FileError) {
    var kept: Set<String> = []
    for lock in locks {
      if let name = try seal(lock) { kept.insert(name) }
    }
    for entry in try seals.entriesIfPresent() where !kept.contains(entry) {
      try seals.appending(entry).removeFile()
    }
  }

  /// Seals `lock` if the routes cover all of its executables: wherever an executable of one of its
  /// tools has a route, that route names the tool.
  ///
  /// Returns the name of the seal; `nil` if the lock cannot be sealed. That is the case if it is
  /// not written exactly as `lock` writes it, if some of its tools are not installed while others
  /// provide their executables, or if it changed so recently that a second change could look the
  /// same.
  private func seal(_ lock: FilePath) throws(FileError) -> String? {
    let path = PathText(lock.bytes)
    guard let identity = LockIdentity(of: path) else { return nil }
    let name = String(decoding: identity.name, as: UTF8.self)
    let seal = seals.appending(name)
    if seal.exists { return name }
    guard try isCoveredByRoutes(lock) else { return nil }

    try seals.makeDirectories()
    let draft = seal.temporarySibling()
    try draft.replaceContents(with: [], isDurable: false)
    guard LockIdentity(of: path) == identity, try isSettled(identity, beside: draft) else {
      try draft.removeFile()
      return nil
    }
    try draft.rename(to: seal)
    return name
  }

  /// Removes all seals. This precedes each change of a route.
  func breakSeals() throws(FileError) {
    for entry in try seals.entriesIfPresent() { try seals.appending(entry).removeFile() }
  }

  private var seals: FilePath { root.shims.appending(".locks") }

  /// Returns whether the routes agree with the lock for every executable that has a route.
  private func isCoveredByRoutes(_ path: FilePath) throws(FileError) -> Bool {
    let bytes = try path.contents(limit: Lockfile.maximumByteCount)
    guard let lock = try? Lockfile(parsing: bytes, path: path.string), lock.bytes == bytes else {
      return false
    }
    for tool in lock.tools {
      for executable in tool.provides {
        let route = root.routes.appending(executable.text)
        guard let known = try route.contentsIfPresent(limit: 1 << 20) else { continue }
        if !known.split(separator: UInt8(ascii: "\n")).contains(where: {
          $0.elementsEqual(tool.name.text.utf8)
        }) {
          return false
        }
      }
    }
    return true
  }

  /// Returns whether a later change of the lock would show in its modification time. File
  /// systems count time in steps: ten milliseconds on most, two seconds on those that store
  /// whole seconds. `draft` was just written, so its time is the present.
  private func isSettled(_ identity: LockIdentity, beside draft: FilePath) throws(FileError) -> Bool
  {
    guard let now = LockIdentity(of: PathText(draft.bytes))?.changed else { return false }
    let step: Int64 = identity.changed % 1_000_000_000 == 0 ? 2_000_000_000 : 10_000_000
    return now - identity.changed > 2 * step
  }
}
