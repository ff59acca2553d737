internal import Commands
internal import Diagnostics
internal import Locking
internal import Manifests
internal import Projects
internal import Terminal
internal import Vocabulary

/// `verify --attestations`, which proves again who published the files of the lock.
///
/// It uses the attestations that the project and the root keep, so it needs no network.
struct AttestationCheck {
  let session: Session

  /// Verifies the attestations of all locked tools, and reports those that prove nothing.
  func run() async throws(Problem) -> ExitCode {
    for option in ["--all", "--lock", "--older-than"]
    where session.arguments.has(option) || session.arguments.values[option] != nil {
      throw session.contradiction("--attestations", option)
    }
    if let extra = session.arguments.positionals.first {
      throw .usage(.unexpectedArgument(extra, command: session.command))
    }
    let project = try Project.load(
      session.projectFolder(), in: session.files, session.environment,
      formatPath: session.formatPath)
    guard let lock = project.lock else {
      throw .project(.lock(.missing(toolfile: project.toolfile.path)))
    }
    let locking = try ChangeContext(session).locking()
    let results = try await Consent(session: session).asking { () async throws(Problem) in
      try await locking.verifications(of: project)
    }
    let check = Results(results, lock, project)
    report(check)
    return check.failures.isEmpty ? .success : .failure
  }

  /// What the attestations of a lock prove.
  private struct Results {
    let verifications: [RepeatedVerification]
    /// The tools whose publisher is not proved, although the lock or the project requires a proof.
    let failures: [UnmetProvenance]
    /// The other tools without a verified publisher.
    let others: [ToolName]

    init(_ verifications: [RepeatedVerification], _ lock: Lockfile, _ project: Project) {
      self.verifications = verifications
      let unproven = verifications.filter { !$0.unverified.isEmpty }.map { found in
        UnmetProvenance(
          of: found.tool, found.unverified,
          origin: lock.origin(of: found.tool.name, in: project.lockName))
      }
      let unverified = lock.tools.filter { $0.verification == nil }
      let demanded = unverified.filter(project.requiresProof)
      failures =
        unproven
        + demanded.map {
          UnmetProvenance(of: $0, [], origin: project.requiredProvenance(of: $0)?.origin)
        }
      others = unverified.filter { !project.requiresProof(of: $0) }.map(\.name)
    }
  }

  private func report(_ results: Results) {
    let console = session.console
    if console.isJSON { return console.print([], json: json(of: results)) }
    let count = results.verifications.count { $0.unverified.isEmpty }
    console.report(
      .verification(.publishers(verifiedCount: count, unverified: results.others)))
    if !results.failures.isEmpty {
      console.deny(.project(.lock(LockProblem(unproven: results.failures, isSourceAsked: false))))
    }
  }

  private func json(of results: Results) -> JSON {
    .object([
      "schema": 1, "whole": .bool(results.failures.isEmpty),
      "attestations": .array(
        results.verifications.map { result in
          .object([
            "name": .string(result.tool.name.text),
            "version": .string(result.tool.version.text),
            "publisher": .optional(result.tool.verification?.publisher.description),
            "unverified": .array(result.unverified.map(\.json)),
          ])
        }),
      "not_verified": .strings(
        (results.others + results.failures.filter { $0.demand != .lock }.map(\.tool)).sorted()
          .map(\.text)),
    ])
  }
}
