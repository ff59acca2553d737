internal import Diagnostics
internal import Projects

extension Session {
  /// Returns the graph of the tools in the nearest project's lock.
  ///
  /// - Throws: ``Problem`` if there is no project, or if its lock is missing, stale, or unreadable.
  func needGraph() throws(Problem) -> NeedGraph {
    try checkOwners()
    return try NeedGraph(
      try Project.load(try projectFolder(), in: files, environment, formatPath: formatPath))
  }
}
