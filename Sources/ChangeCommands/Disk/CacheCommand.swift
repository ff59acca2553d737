internal import Commands
internal import Diagnostics
internal import Filesystem
internal import Layout
internal import Locking
internal import Manifests
internal import Terminal
internal import Vocabulary
internal import Workflows

enum CacheCommand: ChangeCommand {
  static let syntax = CommandSyntax(
    "cache", "List or delete downloads, or copy what is locked into the project.",
    family: .maintaining,
    arguments: .list(placeholder: "list | path | clean | add", atLeast: 1, atMost: 1),
    options: [
      .init("--all", "with clean, also delete what is needed for `verify` and reinstalls"),
      .init("--all-platforms", "with add, copy the files for all platforms of the lock"),
      .init("--offline", "with add, do not access the network"),
      .init("--jobs", value: "N", "with add, run up to N downloads at once (1 to 64)"),
    ],
    details: [
      "`add` fills vendor/tools beside the Toolfile, which `install` prefers to the network. With",
      "it, `install --offline` works on a machine without a network. The folder is also a source:",
      "`source \"directory\", \"vendor/tools\"`.",
    ],
    examples: [
      .init("bootstrap cache list", "list the kept downloads with sizes"),
      .init("bootstrap cache clean", "delete the downloads that no lock or kept version names"),
      .init("bootstrap cache add --all-platforms", "copy what is locked, for every platform"),
    ])

  static func run(_ session: Session) async throws(Problem) -> ExitCode {
    let (action, _) = try session.subcommand(of: [
      Subcommand(name: "list"), Subcommand(name: "path"), Subcommand(name: "clean"),
      Subcommand(name: "add"),
    ])
    try checkOptions(action, session)
    let cache = CacheWorkflow(
      root: session.root, environment: session.environment,
      observe: ChangeContext(session).observe)
    switch action {
    case "list": try await list(cache, session)
    case "path":
      session.console.print(
        session.root.downloads.path,
        json: .object(["schema": 1, "path": .string(session.root.downloads.path.string)]))
    case "clean":
      let items = try await cache.clean(isComplete: session.arguments.has("--all"))
      let byteCount = items.reduce(0) { $0 + $1.size }
      session.console.print(
        [],
        json: .object([
          "schema": 1, "files": .number(items.count), "freed": .number(byteCount),
        ]))
      session.console.report(
        .disk(.cacheCleaned(fileCount: items.count, byteCount: byteCount)))
    default: try await add(session)
    }
    return .success
  }

  /// Checks that the options belong to the action.
  private static func checkOptions(_ action: String, _ session: Session) throws(Problem) {
    let arguments = session.arguments
    for (option, owner) in [
      ("--all", "clean"), ("--all-platforms", "add"), ("--offline", "add"), ("--jobs", "add"),
    ] where owner != action && (arguments.has(option) || arguments.values[option] != nil) {
      throw .usage(.unexpectedArgument(option, command: session.command))
    }
  }

  private static func list(_ cache: CacheWorkflow, _ session: Session) async throws(Problem) {
    let items = try await cache.items()
    session.console.print(
      rows: items.map { item in
        [
          item.digest.hexadecimal.prefix(12).description, QuantityFormat.bytes(item.size),
          item.titles.isEmpty ? "not installed" : item.titles.joined(separator: ", "),
          item.isNeeded ? "" : "not needed",
        ]
      },
      json: .object([
        "schema": 1,
        "downloads": .array(
          items.map { item in
            .object([
              "digest": .string(item.digest.hexadecimal), "size": .number(item.size),
              "installed": .strings(item.titles), "needed": .bool(item.isNeeded),
            ])
          }),
      ]))
  }

  private static func add(_ session: Session) async throws(Problem) {
    try session.checkOwners()
    let context = ChangeContext(session)
    let folder = try session.folderToEdit()
    let locking = try context.locking()
    let project = try locking.project(in: folder, session.files, formatPath: session.formatPath)
    let vendor = VendorWorkflow(try context.sources(), observe: context.observe)
    let isForAll = session.arguments.has("--all-platforms")
    let report = try await context.progress.show { () async throws(Problem) in
      try await locking.fetchAttestations(of: project)
      return try await vendor.fill(project, isForAll: isForAll)
    }
    session.console.print(
      [],
      json: .object([
        "schema": 1, "folder": .string(report.folder.string), "files": .number(report.fileCount),
        "attestations": .number(report.attestationCount),
        "missing_attestations": .number(report.missingAttestationCount),
        "size": .number(report.byteCount), "removed": .number(report.removedCount),
        "platforms": .strings(report.platforms.map(\.rawValue)),
      ]))
    session.console.report(
      .disk(
        .cacheFilled(
          folder: session.formatPath(report.folder), fileCount: report.fileCount,
          byteCount: report.byteCount, platforms: report.platforms,
          removedCount: report.removedCount,
          missingAttestationCount: report.missingAttestationCount)))
  }
}
