internal import Commands
internal import Diagnostics
internal import Filesystem
internal import Terminal

/// `use`: adds or pins tools, under the name that mise and other programs use. Runs `add`, `local`,
/// or `global`, and reports which.
enum UseCommand: ChangeCommand {
  static let syntax = CommandSyntax(
    "use", "Add tools to the Toolfile, or pin them if there is none.", family: .pinning,
    arguments: .list(placeholder: "TOOL[@VERSION]…", atLeast: 1, atMost: .max),
    options: [
      .init("--global", short: "-g", "pin default versions, as `bootstrap global --install` does"),
      .init("--offline", "do not access the network"),
    ],
    details: [
      "If there is a Toolfile here or above, this is `bootstrap add`. Otherwise, this is",
      "`bootstrap local --install`, which pins versions in .tool-version.",
    ],
    examples: [
      .init("bootstrap use node@24", "add node to the Toolfile, or pin it in this directory"),
      .init("bootstrap use -g node@24", "use it wherever nothing pins node"),
    ])

  static func run(_ session: Session) async throws(Problem) -> ExitCode {
    let tools = tools(in: session.arguments.positionals)
    if session.isGlobal { return try await pin(tools, by: GlobalCommand.self, session) }
    // A Toolfile in the home directory is not the project of the directories below it.
    let folder = try session.nearestProjectFolder()
    let isProject = folder.map { folder in
      folder == session.workingDirectory || !session.environment.isHome(folder)
    }
    guard isProject ?? false else { return try await pin(tools, by: LocalCommand.self, session) }
    return try await run(AddCommand.self, with: tools, session)
  }

  /// Returns the tools with their versions. A version may be a separate argument, as in
  /// `asdf local nodejs 24`.
  private static func tools(in words: [String]) -> [String] {
    words.reduce(into: []) { tools, word in
      if let last = tools.last, !last.contains("@"),
        MisspelledTool(word).asRequirement(of: last) != nil
      {
        tools[tools.count - 1] = "\(last)@\(word)"
      } else {
        tools.append(word)
      }
    }
  }

  /// Pins each tool with a command that pins one tool.
  private static func pin(
    _ tools: [String], by command: any ChangeCommand.Type, _ session: Session
  ) async throws(Problem) -> ExitCode {
    // JSON output must be one object, but each pin prints its own.
    if session.console.isJSON, tools.count > 1 {
      throw .usage(
        .optionForOneTool(
          "--json", count: tools.count,
          retry: session.retry(without: Array(tools.dropFirst()), appending: [])))
    }
    for tool in tools { _ = try session.toolAndTypedVersion(tool) }
    for (index, tool) in tools.enumerated() {
      func reportStop() {
        if index == 0 { return }
        session.console.report(
          .program(.stopped(done: Array(tools[..<index]), rest: Array(tools[index...]))))
      }
      do {
        let code = try await run(command, with: ["--install", tool], session)
        if code == .success { continue }
        reportStop()
        return code
      } catch {
        reportStop()
        throw error
      }
    }
    return .success
  }

  /// Reports which command `use` means here, and runs it.
  private static func run(
    _ command: any ChangeCommand.Type, with arguments: [String], _ session: Session
  ) async throws(Problem) -> ExitCode {
    let words = arguments + (session.arguments.has("--offline") ? ["--offline"] : [])
    let other = try session.running(command.syntax, with: words)
    if !session.console.isJSON {
      session.console.report(.program(.runs(other.retry(appending: []))))
    }
    return try await command.run(other)
  }
}
