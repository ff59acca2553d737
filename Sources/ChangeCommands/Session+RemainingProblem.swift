internal import Commands
internal import Diagnostics
internal import Filesystem
internal import Layout
internal import Projects
internal import Selection
internal import Vocabulary
internal import Workflows

extension Session {
  /// Returns the problem that an install could not solve: versions that are not available, names of
  /// shims that the user's own files occupy, or a missing shim program. Returns `nil` if there is
  /// none.
  ///
  /// If `exec` or a shim has started the install, only the versions matter.
  func remainingProblem(of report: InstallWorkflow.Report?) throws(Problem) -> Problem? {
    guard let report else { return nil }
    if let problem = report.guestProblem { return problem }
    if isPreparation { return nil }
    let installed =
      report.installed.map(\.installed) + report.present.map(\.installed) + report.pinned
    return try mappingFileErrors { () throws(FileError) in
      var occupied: Set<ExecutableName> = []
      for installed in Set(installed) {
        for name in try root.executables(of: installed) where name.mayHaveShim {
          if try root.isOccupied(shim: name) { occupied.insert(name) }
        }
      }
      if !occupied.isEmpty { return .project(.installation(occupiedShims(Array(occupied)))) }
      return try root.hasShimProgram()
        ? nil : .system(.missingProgram(path: root.shimProgram.string))
    }
  }

  /// Returns the problem for shims whose names the user's own files occupy.
  func occupiedShims(_ names: [ExecutableName]) -> InstallationProblem {
    .occupiedShims(names.sorted().map { root.shims.appending($0.text).string })
  }
}
