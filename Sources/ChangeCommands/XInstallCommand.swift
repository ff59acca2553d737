internal import Commands
internal import Diagnostics
internal import Selection
internal import Terminal
internal import Vocabulary
internal import Workflows

/// The part of `x` that installs the tools for which no installed version fits. `bin/bootstrap`
/// then runs them.
enum XInstallCommand: ChangeCommand {
  static let syntax = XCommand.syntax

  static func run(_ session: Session) async throws(Problem) -> ExitCode {
    let run = try ToolRun(session)
    do throws(Problem) {
      return try await install(run, session)
    } catch {
      throw XSuggestion(session: session, run: run).completing(error)
    }
  }

  private static func install(
    _ run: ToolRun, _ session: Session
  ) async throws(Problem) -> ExitCode {
    let start = ContinuousClock.now
    let context = ChangeContext(session)
    let installing = try context.installing()
    var request = InstallWorkflow.Request()
    request.command = session.command
    request.surroundings = try? session.selector().pinChain()
    for word in try ToolChoice(run, session).missing {
      let (tool, typed) = try session.toolAndTypedVersion(word.text)
      request.pins.append(.init(tool: tool, typed: typed, origin: session.requestOrigin))
    }
    let complete = request
    let report = try await context.progress.show { () async throws(Problem) in
      try await installing.install(complete)
    }
    // Another process may have installed the same versions in the meantime.
    if !report.installed.isEmpty { report.say(to: session.console, time: .now - start) }
    return .success
  }
}
