package import Diagnostics
internal import Filesystem
internal import Layout
internal import Selection
package import Terminal
internal import TextSearch
package import Vocabulary

/// `versions`: the installed versions.
package enum VersionsCommand: ReadOnlyCommand {
  package static let syntax = CommandSyntax(
    "versions", "List installed versions of one or all tools.", family: .choosing,
    arguments: .list(placeholder: "[TOOL]", atLeast: 0, atMost: 1),
    details: ["With TOOL, also lists the system's program of that name, if there is one."],
    examples: [
      .init("bootstrap versions", "list the versions of all tools"),
      .init("bootstrap versions node", "list those of node; * marks the one used here"),
    ])

  /// Prints the installed versions and marks those in use.
  package static func run(_ session: Session) throws(Problem) -> ExitCode? {
    let listing = try InstalledVersionTable(session)
    session.console.print(rows: listing.rows(session), json: listing.json(session.root))
    return .success
  }
}

/// The installed versions of one or all tools, and which of them are in use.
private struct InstalledVersionTable {
  /// The installed versions, each with the pin that selects it here, or `nil` if none does.
  let installed: [(version: InstalledVersion, pin: SelectedPin?)]
  /// The system's program of the tool, or `nil` if there is none, or if all tools are listed.
  let system: FilePath?
  /// The pin of the tool, or `nil` if there is none, or if all tools are listed.
  let pin: SelectedPin?
  /// Whether the system's program runs.
  let runsSystem: Bool

  init(_ session: Session) throws(Problem) {
    let root = session.root
    // A version is installed if its folder is there, whatever the database says.
    let versions: [InstalledVersion]
    var system: FilePath?
    if let name = session.arguments.positionals.first {
      guard let tool = ToolName(name) else { throw .usage(.badToolName(name)) }
      versions = try mappingFileErrors(try root.runnableVersions(of: tool))
      system = SystemPrograms(session.environment, root: root).first(named: tool.text)
      if versions.isEmpty, system == nil {
        throw .project(.installation(session.nothingInstalled(of: tool)))
      }
    } else {
      versions = try mappingFileErrors(try root.runnableVersions())
    }
    self.system = system
    // If a pin file or lock here cannot be read, the versions are listed without marks.
    let chain = try? session.selector().pinChain()
    installed = Self.marked(versions, by: (try? chain?.pins()) ?? [], in: root)
    // Where nothing pins the tool, the system's program runs.
    let tool = session.arguments.positionals.first.flatMap { ToolName($0) }
    var pin: SelectedPin?
    var runsSystem = false
    if let tool, let chain {
      do {
        pin = try chain.pin(of: tool)
        runsSystem = pin == nil || pin?.version == .system
      } catch {
        // Where the files here select no version because of an error, nothing runs.
      }
    }
    (self.pin, self.runsSystem) = (pin, runsSystem)
  }

  /// Returns the versions, each with the pin that selects it.
  private static func marked(
    _ versions: [InstalledVersion], by pins: [SelectedPin], in root: Root
  ) -> [(InstalledVersion, SelectedPin?)] {
    // A pin without a lock uses the symbolic link `installs/<tool>/<version>`, so resolved paths
    // are compared.
    var inForce: [FilePath: SelectedPin] = [:]
    for pin in pins {
      guard let folder = try? pin.installation(in: root)?.resolvingLinks() else { continue }
      inForce[folder] = pin
    }
    // A root may have thousands of installations of tools that nothing pins here.
    let pinned = Set(inForce.values.map(\.tool))
    return versions.map { one in
      guard pinned.contains(one.tool) else { return (one, nil) }
      return (one, inForce[(try? root.folder(of: one).resolvingLinks()) ?? root.folder(of: one)])
    }
  }

  /// Returns the rows to print.
  func rows(_ session: Session) -> [[String]] {
    var rows = installed.map { one, pin in
      [
        "\(pin == nil ? " " : "*") \(one.tool) \(one.version) (\(one.id.abbreviated))",
        pin.map { "\($0.origin.withoutColumn)" } ?? "",
      ]
    }
    if let system, let name = session.arguments.positionals.first {
      rows.insert(
        [
          "\(runsSystem ? "*" : " ") \(name) system (\(session.formatAbsolutePath(system)))",
          pin.flatMap { runsSystem ? "\($0.origin.withoutColumn)" : nil } ?? "",
        ], at: 0)
    }
    return rows
  }

  func json(_ root: Root) -> JSON {
    .object([
      "schema": 1,
      "installed": .array(
        installed.map { one, pin in
          .object([
            "name": .string(one.tool.text), "version": .string(one.version.text),
            "id": .string(one.id.description), "path": .string(root.folder(of: one).string),
            "in_force": .bool(pin != nil),
            "origin": .optional(pin?.origin.withoutColumn),
            "file": .optional(pin?.file?.string),
            "line": pin?.line.map { .number($0) } ?? .null,
          ])
        }),
      "system": system.map { path in
        .object(["path": .string(path.string), "in_force": .bool(runsSystem)])
      } ?? .null,
    ])
  }
}

extension Session {
  /// Returns the problem of a tool that has no installed version.
  package func nothingInstalled(of tool: ToolName) -> InstallationProblem {
    .nothingInstalled(
      tool: tool, version: nil, installed: [], nearest: installedTools(like: tool))
  }

  /// Returns the installed tools with names similar to that of `tool`.
  package func installedTools(like tool: ToolName) -> [ToolName] {
    let others = ((try? root.installedVersions()) ?? []).map(\.tool)
    return nearestNames(to: tool.text, in: Set(others).sorted())
  }
}
