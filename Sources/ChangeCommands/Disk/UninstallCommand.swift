internal import Commands
internal import Diagnostics
internal import Filesystem
internal import Layout
internal import Terminal
internal import Vocabulary
internal import Workflows

enum UninstallCommand: ChangeCommand {
  static let syntax = CommandSyntax(
    "uninstall", "Uninstall versions of tools.", family: .maintaining,
    arguments: .list(placeholder: "TOOL[@VERSION]…", atLeast: 1, atMost: .max),
    options: [
      .init("--force", "also if a known project or a global pin uses it, or it is gone already")
    ],
    details: [
      "bootstrap keeps uninstalled versions in its own trash for a day, or deletes them if there",
      "is little free space. What the package manager of a version installed, such as",
      "`npm install --global`, goes with the version.",
    ],
    examples: [
      .init("bootstrap uninstall ruff@0.16.2", "uninstall one version"),
      .init("bootstrap uninstall ruff", "uninstall all versions"),
    ])

  static func run(_ session: Session) async throws(Problem) -> ExitCode {
    let uninstalling = UninstallWorkflow(
      root: session.root, environment: session.environment,
      space: try? session.root.path.freeSpace(),
      observe: ChangeContext(session).observe)
    var wanted: [UninstallWorkflow.Request] = []
    let names = session.arguments.positionals
    for name in names {
      let (tool, version) = try session.toolAndVersion(name)
      wanted.append(.init(tool: tool, version: version))
    }
    let report: UninstallWorkflow.Report
    do {
      report = try await uninstalling.uninstall(
        wanted, isForced: session.arguments.has("--force"),
        formatPath: session.formatAbsolutePath)
    } catch {
      if case .disk(.inUse(let versions, _)) = error {
        throw .disk(.inUse(versions, retry: session.retry(appending: ["--force"])))
      }
      throw session.namingNearest(error)
    }
    session.console.print([], json: json(report))
    announce(report, session.console)
    return .success
  }

  private static func json(_ report: UninstallWorkflow.Report) -> JSON {
    .object([
      "schema": 1,
      "uninstalled": .array(
        report.removed.map { installed in
          .object([
            "name": .string(installed.tool.text), "version": .string(installed.version.text),
            "id": .string(installed.id.description),
            "size": report.sizes[installed].map { .number($0) } ?? .null,
            "deleted": .bool(report.isDeleted),
            "packages": .strings(report.packages[.init(installed)] ?? []),
          ])
        }),
    ])
  }

  /// Reports what was uninstalled, and how to restore it.
  private static func announce(_ report: UninstallWorkflow.Report, _ console: Console) {
    for installed in report.removed {
      console.report(
        .disk(
          .uninstalled(
            title: "\(installed.tool) \(installed.version)",
            byteCount: report.sizes[installed], isDeleted: report.isDeleted)))
    }
    for request in report.alreadyGone {
      let words = [request.tool.text, request.version?.text].compactMap { $0 }
      console.report(.disk(.goneAlready(title: words.joined(separator: " "))))
    }
    let packages = report.packages.map { ("\($0.key.tool) \($0.key.version)", $0.value) }
    for (title, programs) in packages.sorted(by: { $0.0 < $1.0 }) {
      console.report(.disk(.packagesUninstalled(title: title, programs: programs)))
    }
    if report.isInTrash, !report.removed.isEmpty {
      console.report(
        .disk(
          .canBeRestored(
            byteCount: report.sizes.values.reduce(0, +),
            names: report.removed.arguments,
            keepsDownloads: report.keepsDownloads)))
    }
  }
}

extension [InstalledVersion] {
  /// The versions as arguments, such as `ruff@0.17.5`, without repetitions.
  fileprivate var arguments: [String] {
    reduce(into: []) { arguments, installed in
      let argument = "\(installed.tool)@\(installed.version)"
      if !arguments.contains(argument) { arguments.append(argument) }
    }
  }
}
