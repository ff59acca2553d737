package import Diagnostics
internal import Filesystem
package import Layout
package import Selection

extension Session {
  /// Checks that no permission hides the installations of `pins`. Without this check, they would
  /// be reported as missing.
  ///
  /// - Throws: ``SystemProblem`` for the first folder that this process may not enter.
  package func checkAreReachable(_ pins: [SelectedPin]) throws(Problem) {
    for pin in pins where !pin.isInstalled(in: root) {
      try mappingFileErrors(try pin.checkIsReachable(in: root))
    }
  }
}

extension Problem {
  /// Returns the problem with a remedy for the whole root if a part of the user's root belongs to
  /// another user. A command with `sudo` usually creates more than one such part.
  package func naming(_ root: Root?) -> Problem {
    switch self {
    case .system(.foreignFolder(let path, nil, let owner, nil)):
      guard let root, FilePath(path).relative(to: root.path) != nil,
        (try? root.path.status())??.owner == FilePath.user
      else { return self }
      return .system(
        .foreignFolder(path: path, target: nil, owner: owner, root: root.path.string))
    case .several(let problems): return .several(problems.map { $0.naming(root) })
    default: return self
    }
  }
}
