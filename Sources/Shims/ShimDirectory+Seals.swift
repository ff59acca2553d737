package import Filesystem
internal import Layout
internal import Manifests
internal import Selection

// A seal tells the shim that it need not look through all of a lock for tools that it does not know (LockIdentity).
extension ShimDirectory {
  /// Seals those of `locks` that can be, and takes the seals of all others away.
  ///
  /// The caller holds the root's lock.
  package func seal(_ locks: [FilePath]) throws(FileError) {
    var kept: Set<String> = []
    for lock in locks {
      if let name = try seal(lock) { kept.insert(name) }
    }
    for entry in try seals.entriesIfPresent() where !kept.contains(entry) {
      try seals.appending(entry).removeFile()
    }
  }

  /// Seals `lock`, when the routes know all of its executables: where none of its tools provides one that another tool's installation
  /// provides, without being in the route itself.
  ///
  /// Returns the seal's name. nil where the lock cannot be sealed: it is not written as `lock` writes it, tools of it are missing that
  /// others stand in for, or it was changed so lately that a second change could look the same.
  private func seal(_ lock: FilePath) throws(FileError) -> String? {
    let path = PathText(lock.bytes)
    guard let identity = LockIdentity(of: path) else { return nil }
    let name = String(decoding: identity.name, as: UTF8.self)
    let seal = seals.appending(name)
    if seal.exists { return name }
    guard try isKnown(lock) else { return nil }

    try seals.makeDirectories()
    let draft = seal.temporarySibling()
    try draft.replaceContents(with: [], isDurable: false)
    guard LockIdentity(of: path) == identity, try isOld(identity, beside: draft) else {
      try draft.removeFile()
      return nil
    }
    try draft.rename(to: seal)
    return name
  }

  /// Takes all seals away, as before each change of a route.
  func breakSeals() throws(FileError) {
    for entry in try seals.entriesIfPresent() { try seals.appending(entry).removeFile() }
  }

  private var seals: FilePath { root.shims.appending(".locks") }

  /// Whether the routes say what the lock says, for every executable that has a shim.
  private func isKnown(_ path: FilePath) throws(FileError) -> Bool {
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

  /// Whether a change of the lock from now on would be seen by its time, which file systems count in steps: of ten milliseconds
  /// on most, of two seconds on those that write whole seconds. `draft` was just written.
  private func isOld(_ identity: LockIdentity, beside draft: FilePath) throws(FileError) -> Bool {
    guard let now = LockIdentity(of: PathText(draft.bytes))?.changed else { return false }
    let step: Int64 = identity.changed % 1_000_000_000 == 0 ? 2_000_000_000 : 10_000_000
    return now - identity.changed > 2 * step
  }
}
