internal import Commands
internal import Diagnostics
internal import Filesystem
internal import Layout
internal import Selection
internal import Shims
internal import Vocabulary
internal import Workflows

/// Examines the folder of the shims.
extension SetupExamination {
  /// Whether something other than a folder is in the place of the shims.
  var isBlocked: Bool { root.shims.exists && !root.shims.path.isDirectory }

  /// Returns where the shims and routes differ from the installations, and what else is wrong with
  /// their folder.
  func shims(
    _ installations: InstallationExamination
  ) throws(Problem) -> [SetupFinding] {
    if !root.path.exists { return [] }
    if isBlocked { return [.shims(.blocked(path: session.formatAbsolutePath(root.shims.path)))] }
    let state = try mappingFileErrors { () throws(FileError) in
      try ShimDirectory(root, environment).deviations(for: installations.folders)
    }
    var findings = try shimProgram() + missingPrograms()
    if !state.added.isEmpty { findings.append(.shims(.missing(state.added.map(\.text)))) }
    if !state.rerouted.isEmpty {
      findings.append(.shims(.outdated(state.rerouted.map(\.text))))
    }
    if !state.removed.isEmpty { findings.append(.shims(.dangling(state.removed.map(\.text)))) }
    if !state.occupied.isEmpty {
      findings.append(
        .shims(
          .occupied(
            state.occupied.map(\.text), folder: session.formatAbsolutePath(root.shims.path))))
    }
    if !state.foreign.isEmpty {
      findings.append(
        .shims(.foreign(state.foreign, folder: session.formatAbsolutePath(root.shims.path))))
    }
    return findings
  }

  /// Returns a finding if the program behind all shims cannot run. Other checks report `noexec` and
  /// a missing release.
  private func shimProgram() throws(Problem) -> [SetupFinding] {
    let program = root.shimProgram
    let isWhole = try mappingFileErrors(try root.hasShimProgram())
    guard root.shims.exists, !isWhole, root.noexecProblem == nil, try lostRelease == nil else {
      return []
    }
    let path = session.formatAbsolutePath(program)
    let isClosed = !program.isExecutableFile && program.exists && !program.isDirectory
    return [.shims(isClosed ? .noPermission(path: path) : .noProgram(path: path))]
  }
}
