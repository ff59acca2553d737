package import Diagnostics
internal import Filesystem
package import Layout
package import Selection

extension Session {
  /// Checks that those of `pins` that seem not to be installed are missing, and not in folders that
  /// this process may not enter.
  ///
  /// - Throws: The ``SystemProblem`` of the first folder.
  package func checkAreReachable(_ pins: [SelectedPin]) throws(Problem) {
    for pin in pins where !pin.isInstalled(in: root) {
      try mappingFileErrors { () throws(FileError) in try pin.checkIsReachable(in: root) }
    }
  }
}

extension Problem {
  /// Returns the problem with the remedy for the whole root if a part of the user's own root
  /// belongs to somebody else. Whoever created one part, such as `sudo bootstrap`, often created
  /// others.
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
