package import Vocabulary

/// A failure that is reported to the user, as data. `Terminal` turns it into text or JSON.
package enum Problem: Error, Hashable, Sendable {
  case usage(UsageProblem)
  /// All syntax problems of one manifest or lock.
  case syntax(SyntaxProblems)
  case project(ProjectProblem)
  /// All known problems with sources; at least one.
  case sources([SourceProblem])
  case artifact(ArtifactProblem)
  case build(BuildProblem)
  case hostShortage(HostShortage)
  /// A machine cannot be set up.
  case setup(SetupProblem)
  /// A system package manager has failed.
  case hostPackages(HostPackageFailure)
  /// The machine does not meet these requirements of the Toolfile. There is at least one.
  case systemFacts([SystemFact])
  /// Installations that differ from their receipts.
  case damage(DamageProblem)
  case selection(SelectionProblem)
  /// Parts of a project's files that await the user's consent.
  case trust(TrustProblem)
  /// The machine's policy forbids something or cannot be used.
  case policy(PolicyProblem)
  case disk(DiskProblem)
  /// bootstrap cannot update itself.
  case release(ReleaseProblem)
  case system(SystemProblem)
  /// Problems of several kinds that were found together; at least one.
  case several([Problem])
  /// A signal interrupted the program.
  case interrupted

  /// The exit code for this problem. For several source problems, it is the exit code of the first.
  package var exitCode: ExitCode {
    switch self {
    case .usage: .usage
    case .syntax: .unreadableManifest
    case .project(let problem): problem.exitCode
    case .sources(let problems): problems.first?.exitCode ?? .failure
    case .artifact(let problem): problem.exitCode
    case .build(let problem): problem.exitCode
    case .hostShortage, .systemFacts: .notAvailable
    case .setup(let problem): problem.exitCode
    case .hostPackages(let failure): failure.exitCode
    case .damage, .disk: .failure
    case .selection(let problem): problem.exitCode
    case .trust, .policy: .notTrusted
    case .release(let problem): problem.exitCode
    case .system(let problem): problem.exitCode
    case .several(let problems): problems.first?.exitCode ?? .failure
    case .interrupted: .interrupted
    }
  }

  /// Returns the problem with the line of the text that each problem of a source is about, for
  /// advice how to correct it.
  ///
  /// - Parameters:
  ///   - text: The text of a manifest.
  ///   - path: Its path as messages show it.
  package func quoting(_ text: [UInt8], of path: String) -> Problem {
    if case .several(let problems) = self {
      return .several(problems.map { $0.quoting(text, of: path) })
    }
    guard case .sources(var problems) = self else { return self }
    let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for index in problems.indices {
      guard case .file(path, let line?, _)? = problems[index].origin, lines.indices ~= line - 1
      else { continue }
      let bytes = lines[line - 1].drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
      problems[index].line = String(decoding: bytes, as: UTF8.self)
    }
    return .sources(problems)
  }

  /// Returns the problem with missing origins of source and artifact problems filled in.
  ///
  /// - Parameter origin: Returns the origin of the request for a tool, or `nil` if it is unknown.
  package func fillingOrigins(with origin: (_ tool: ToolName) -> Origin?) -> Problem {
    switch self {
    case .sources(let problems):
      .sources(
        problems.map { problem in
          var filled = SourceProblem(
            source: problem.source, tool: problem.tool, package: problem.package,
            version: problem.version,
            origin: problem.origin ?? problem.tool.flatMap(origin),
            fault: problem.fault)
          filled.retry = problem.retry
          filled.remedies = problem.remedies
          filled.line = problem.line
          filled.part = problem.part
          filled.mirrored = problem.mirrored
          return filled
        })
    case .artifact(let problem):
      .artifact(
        ArtifactProblem(
          tool: problem.tool, version: problem.version, part: problem.part, url: problem.url,
          origin: problem.origin ?? origin(problem.tool), fault: problem.fault))
    case .build(let problem):
      .build(
        BuildProblem(
          tool: problem.tool, version: problem.version,
          origin: problem.origin ?? origin(problem.tool), log: problem.log, fault: problem.fault))
    case .several(let problems): .several(problems.map { $0.fillingOrigins(with: origin) })
    default: self
    }
  }
}
