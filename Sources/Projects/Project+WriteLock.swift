package import Filesystem
package import Manifests

extension Project {
  /// Writes `lock` to `Toolfile.lock`, where that has other bytes; the one place that does. Returns whether it did.
  package func write(_ lock: Lockfile) throws(FileError) -> Bool {
    let path = folder.appending(Lockfile.name)
    let bytes = lock.bytes
    if try path.contentsIfPresent(limit: Lockfile.maximumByteCount) == bytes { return false }
    try path.rewrite(with: bytes)
    return true
  }
}
