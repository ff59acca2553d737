internal import Commands
internal import Diagnostics
internal import Importing
internal import Manifests
internal import Projects

extension ManifestImport {
  /// Leaves out a file that cannot be read, and returns the problem.
  ///
  /// - Parameters:
  ///   - name: The path of the file as messages show it.
  ///   - error: The reason that it cannot be read.
  /// - Throws: The problem if it is a failure of the system, which other files share.
  @discardableResult
  mutating func leaveOut(
    _ name: String, unreadable error: ManifestError, _ session: Session
  ) throws(Problem) -> Problem {
    let problem = Problem(error, formatPath: session.formatPath)
    if problem.exitCode == .systemFailure { throw problem }
    if case .linkOutside = error {
      leaveOut(name, because: .linkOutside)
    } else {
      leaveOut(name, because: .unreadable(problem))
    }
    return problem
  }
}
