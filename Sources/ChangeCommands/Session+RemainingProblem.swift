internal import Commands
internal import Diagnostics
internal import Filesystem
internal import Layout
internal import Manifests
internal import Projects
internal import Selection
internal import Workflows

extension Session {
  /// Returns the problem that remains after an install: versions that cannot be had, or files of
  /// the user in the place of shims of what was to be installed. Returns `nil` if there is none.
  ///
  /// `exec` and the shims, for which an install may run, need no other shim.
  func remainingProblem(of report: InstallWorkflow.Report?) throws(Problem) -> Problem? {
    if let problem = report?.guestProblem { return problem }
    guard let report, !isPreparation else { return nil }
    let installed =
      report.installed.map(\.installed) + report.present.map(\.installed) + report.pinned
    let occupied: Set<ExecutableName> = try mappingFileErrors { () throws(FileError) in
      var occupied: Set<ExecutableName> = []
      for installed in Set(installed) {
        let bin = root.folder(of: installed).appending("bin")
        for entry in try bin.entriesIfPresent() {
          guard let name = ExecutableName(entry), name.mayHaveShim,
            try root.isOccupied(shim: name)
          else { continue }
          occupied.insert(name)
        }
      }
      return occupied
    }
    return occupied.isEmpty ? nil : .project(occupiedShims(Array(occupied)))
  }

  /// Returns the problem that files of the user are in the place of these shims.
  func occupiedShims(_ names: [ExecutableName]) -> ProjectProblem {
    .occupiedShims(names.sorted().map { root.shims.appending($0.text).string })
  }
}
