package import Diagnostics
package import Manifests

extension LockWorkflow {
  /// Checks that a new lock can be read again. Otherwise every command would reject the file, and
  /// the previous lock would be lost.
  ///
  /// - Parameters:
  ///   - lock: The new lock.
  ///   - previous: The lock to replace, from whose file kept stanzas were read already, or `nil`.
  ///   - name: The path of the lock as messages show it.
  /// - Throws: ``SystemProblem/unreadableLock(path:_:)`` if it cannot.
  package static func checkIsReadable(
    _ lock: Lockfile, replacing previous: Lockfile?, named name: String
  ) throws(Problem) {
    if let part = previous.map({ lock.rewrittenPart(since: $0) }),
      (try? Lockfile(parsing: part.bytes, path: name)) == part
    {
      return
    }
    let copy: Lockfile
    do {
      copy = try Lockfile(parsing: lock.bytes, path: name)
    } catch {
      throw .system(.unreadableLock(path: name, error))
    }
    if copy != lock { throw .system(.unreadableLock(path: name, nil)) }
  }
}
