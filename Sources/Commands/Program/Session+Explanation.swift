package import Diagnostics
internal import Filesystem
package import Terminal

extension CommandSyntax.Option {
  /// `--explanation`, for the commands that choose versions.
  package static let explanation = CommandSyntax.Option(
    "--explanation", value: "FILE",
    "if requirements conflict, write every step of the proof to FILE")
}

extension Session {
  /// Writes the proofs of the conflicts that an error reports to the file that `--explanation`
  /// names. Without the option, returns the error with the command line to do so.
  ///
  /// - Returns: The error to report, followed by the reason that the file cannot be written, if
  ///   there is one.
  package func explaining(_ error: Problem) -> Problem {
    let conflicts = error.conflicts
    if conflicts.isEmpty || !options.contains(where: { $0.name == "--explanation" }) {
      return error
    }
    guard let name = arguments.values["--explanation"] else {
      return error.offering(wholeProof: retry(appending: ["--explanation", "FILE"]))
    }
    let file = workingDirectory.resolving(FilePath(name))
    do {
      try ExplanationFile(file).write(conflicts, console)
    } catch let failure {
      return .several([error, Problem(failure)])
    }
    console.report(.lock(.explanationWritten(path: formatPath(file))))
    return error
  }
}

extension Problem {
  /// The conflicts that the problem reports.
  fileprivate var conflicts: [VersionConflict] {
    switch self {
    case .project(.lock(.conflict(let conflict))): [conflict]
    case .several(let problems): problems.flatMap(\.conflicts)
    default: []
    }
  }

  /// Returns the problem with the words of a command line that writes the whole proofs of its
  /// conflicts to a file.
  fileprivate func offering(wholeProof words: [String]) -> Problem {
    switch self {
    case .project(.lock(.conflict(var conflict))):
      conflict.wholeProof = words
      return .project(.lock(.conflict(conflict)))
    case .several(let problems): return .several(problems.map { $0.offering(wholeProof: words) })
    default: return self
    }
  }
}
