internal import Commands
internal import Diagnostics
internal import Filesystem
internal import Layout
internal import Releases
internal import Versions

/// Examines the programs of bootstrap itself.
extension SetupExamination {
  func program() throws(Problem) -> [SetupFinding] {
    // A `bootstrap` on PATH cannot run then, either.
    if let lost = try lostRelease { return [.failure(.release(lost))] }
    let own = session.programFolder.appending("bootstrap")
    guard let found = path.map({ $0.appending("bootstrap") }).first(where: \.isExecutableFile)
    else { return [.programNotOnPath(program: session.formatAbsolutePath(own))] }
    if found.isSame(as: own) { return [] }
    return [
      .otherProgram(
        found: session.formatAbsolutePath(found), program: session.formatAbsolutePath(own))
    ]
  }

  /// The problem if the root does not record which of its releases is in use, otherwise `nil`.
  var lostRelease: ReleaseProblem? {
    get throws(Problem) {
      try mappingFileErrors { () throws(FileError) in
        try InstalledPrograms(in: root, environment)
          .lostRelease(formatPath: session.formatAbsolutePath)
      }
    }
  }

  /// Returns a finding if the program that makes changes is missing.
  func missingPrograms() throws(Problem) -> [SetupFinding] {
    // This process may run a program outside the root.
    if Handoff.isNeeded, root.program.exists {
      let missing = try mappingFileErrors(
        try InstalledPrograms(in: root, environment).missingChangeProgram)
      if let missing {
        return [.failure(.system(.missingProgram(path: session.formatAbsolutePath(missing))))]
      }
    }
    return []
  }

  /// Returns a finding if the programs come from different releases.
  func mixedPrograms() throws(Problem) -> [SetupFinding] {
    let programs = InstalledPrograms(in: root, environment)
    let (areMixed, otherVersion, folder) = try mappingFileErrors { () throws(FileError) in
      (try programs.areMixed, try programs.otherVersion, try programs.currentFolder)
    }
    if areMixed {
      return [.root(.mixedPrograms(path: session.formatAbsolutePath(root.path)))]
    }
    if let otherVersion {
      return [
        .root(
          .differentPrograms(
            folder: session.formatAbsolutePath(folder), main: otherVersion,
            change: ProgramVersion.text))
      ]
    }
    return []
  }
}
