internal import Commands
internal import Diagnostics
internal import Filesystem
internal import Terminal
internal import Workflows

/// `doctor`: examines everything outside of a project that keeps its tools from running.
enum DoctorCommand: ChangeCommand {
  static let syntax = CommandSyntax(
    "doctor", "Find what keeps tools from running on this machine, and say how to mend it.",
    family: .maintaining, arguments: .none,
    options: [.init("--online", "also ask the package index whether it answers")],
    details: [
      "Examines PATH, the shims, the root, the database, the clock, and your settings, and lists",
      "what the root holds. Changes nothing. Exit 0: everything is well. Exit 1: something is",
      "wrong; each finding has a remedy.",
    ],
    examples: [
      .init("bootstrap doctor", "examine this machine"),
      .init("bootstrap doctor --online", "the same, with the connection to the package index"),
      .init("bootstrap doctor --json", "print the same as JSON, for a support request"),
    ])

  static func run(_ session: Session) async throws(Problem) -> ExitCode {
    let isDetailed = session.console.isJSON || session.console.verbosity == .verbose
    async let total = isDetailed ? nil : size(session)
    async let measured = isDetailed ? usage(session) : nil
    var results = await SetupExamination(session).results()
    if session.arguments.has("--online") {
      results.append((.indexes, await indexes(session)))
    }
    let usage = await measured
    session.console.print(
      results, size: await total ?? usage?.total,
      rows: session.console.verbosity == .verbose ? usage?.rows(in: session) ?? [] : [],
      members: usage.map { [.init(name: "disk", value: .object($0.members))] } ?? [])
    session.reportChosenGroups()
    return results.flatMap(\.findings).contains(where: \.isFault) ? .failure : .success
  }

  /// Returns the size of everything in the root, or `nil` if it is unknown. A check reports the
  /// reason.
  private static func size(_ session: Session) async -> Int? {
    try? await DiskUsage.total(of: session.root)
  }

  /// Measures the root, or returns `nil` if its sizes are unknown. A check reports the reason.
  private static func usage(_ session: Session) async -> DiskUsage? {
    try? await DiskUsage(of: session.root, session.environment)
  }

  /// Asks the user's indexes, as far as the machine's policy permits.
  private static func indexes(_ session: Session) async -> [SetupFinding] {
    do throws(Problem) {
      let sources = try ChangeContext(session).sources()
      return await IndexProbe(sources).failure().map { [.failure($0)] } ?? []
    } catch {
      return [.failure(error)]
    }
  }
}
