internal import Commands
internal import Diagnostics
internal import Filesystem
internal import Locking
internal import Terminal
internal import Vocabulary
internal import Workflows

enum BundleCommand: ChangeCommand {
  static let syntax = CommandSyntax(
    "bundle-release", "Write bootstrap and what is locked to a folder, for use without a network.",
    family: .maintaining,
    arguments: .list(placeholder: "DIR", atLeast: 1, atMost: 1),
    options: [
      .init("--offline", "do not access the network"),
      .init("--jobs", value: "N", "run up to N downloads at once (1 to 64)"),
    ],
    details: [
      "Copy DIR, which must not exist yet, to machines of this platform, and run DIR/install.sh",
      "there. It installs bootstrap, and then the project's tools from vendor/tools in DIR.",
    ],
    examples: [
      .init("bootstrap bundle-release ../tools", "bundle the project of this directory")
    ])

  static func run(_ session: Session) async throws(Problem) -> ExitCode {
    try session.checkOwners()
    let context = ChangeContext(session)
    let typed = session.workingDirectory.resolving(FilePath(session.arguments.positionals[0]))
    let folder = try mappingFileErrors(try typed.withoutLinks())
    let project = try context.locking().project(
      in: try session.projectFolder(), session.files, formatPath: session.formatPath)
    let bundle = BundleWorkflow(
      try context.sources(), environment: session.environment, observe: context.observe)
    let report = try await context.progress.show { () async throws(Problem) in
      try await bundle.write(project, to: folder, formatPath: session.formatPath)
    }
    session.console.print(
      [],
      json: .object([
        "schema": 1, "folder": .string(folder.string), "files": .number(report.fileCount),
        "size": .number(report.byteCount),
      ]))
    session.console.report(
      .disk(
        .bundled(
          folder: session.formatPath(folder), fileCount: report.fileCount,
          byteCount: report.byteCount, platform: .current)))
    return .success
  }
}
