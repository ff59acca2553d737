package import Diagnostics
internal import Filesystem
internal import Layout
package import Manifests
internal import Selection
package import Terminal

/// `versions`: the installed versions.
package enum VersionsCommand: ReadOnlyCommand {
  package static let syntax = CommandSyntax(
    "versions", "List installed versions of one or all tools.", family: .choosing,
    arguments: .list(placeholder: "[TOOL]", atLeast: 0, atMost: 1),
    examples: [
      .init("bootstrap versions", "list the versions of all tools"),
      .init("bootstrap versions node", "list those of node; * marks the one used here"),
    ])

  /// Prints the installed versions and marks those in use.
  package static func run(_ session: Session) throws(Problem) -> ExitCode? {
    let root = session.root
    let installed: [InstalledVersion]
    if let name = session.arguments.positionals.first {
      guard let tool = ToolName(name) else { throw .usage(.badToolName(name)) }
      installed = try mappingFileErrors { () throws(FileError) in
        try root.installedVersions(of: tool)
      }
      if installed.isEmpty { throw .project(session.nothingInstalled(of: tool)) }
    } else {
      installed = try mappingFileErrors { () throws(FileError) in try root.installedVersions() }
    }
    // If a pin file or lock here cannot be read, the versions are listed without marks.
    let pins = (try? session.selector().pinChain().pins()) ?? []
    let inForce = Set(
      pins.compactMap { pin in
        pin.installation(in: root).flatMap { try? $0.resolvingLinks() }
      })
    // A pin without a lock uses the symbolic link `installs/<tool>/<version>`, so resolved paths
    // are compared.
    let marked = installed.map { one in
      let folder = (try? root.folder(of: one).resolvingLinks()) ?? root.folder(of: one)
      return (one, inForce.contains(folder))
    }
    session.console.print(
      marked.map { one, isInForce in
        "\(isInForce ? "*" : " ") \(one.tool) \(one.version) (\(one.id.abbreviated))"
      },
      json: .object([
        "schema": 1,
        "installed": .array(
          marked.map { one, isInForce in
            .object([
              "name": .string(one.tool.text), "version": .string(one.version.text),
              "id": .string(one.id.description), "path": .string(root.folder(of: one).string),
              "in_force": .bool(isInForce),
            ])
          }),
      ]))
    return .success
  }
}

extension Session {
  /// Returns the problem of a tool that has no installed version.
  package func nothingInstalled(of tool: ToolName) -> ProjectProblem {
    let root = root
    let others = ((try? root.installedVersions()) ?? []).map(\.tool.text)
    return .nothingInstalled(
      tool: tool.text, version: nil, installed: [],
      nearest: nearestNames(to: tool.text, in: Set(others).sorted()))
  }
}
