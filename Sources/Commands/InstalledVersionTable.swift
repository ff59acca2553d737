package import Diagnostics
internal import Filesystem
package import Layout
package import Selection
package import Terminal
internal import Vocabulary

/// The installed versions of one or all tools, and which of them are in use.
package struct InstalledVersionTable {
  /// The installed versions, each with the pin that selects it here, or `nil` if none does.
  package let installed: [(version: InstalledVersion, pin: SelectedPin?)]
  /// The system's program of the tool, or `nil` if there is none, or if all tools are listed.
  let system: FilePath?
  /// The pin of the tool, or `nil` if there is none, or if all tools are listed.
  let pin: SelectedPin?
  /// Whether the system's program runs.
  let runsSystem: Bool

  /// Finds the installed versions of the tool that the command line names, or of all tools.
  ///
  /// - Throws: ``InstallationProblem/nothingInstalled(tool:version:installed:nearest:)`` if the
  ///   named tool has none, and the system has no such program.
  package init(_ session: Session) throws(Problem) {
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
  ///
  /// - Parameter columns: Returns further columns for an installation.
  package func rows(
    _ session: Session, columns: (InstalledVersion) -> [String] = { _ in [] }
  ) -> [[String]] {
    var rows = installed.map { one, pin in
      [
        "\(pin == nil ? " " : "*") \(one.tool) \(one.version) (\(one.id.abbreviated))",
        pin.map { "\($0.origin.withoutColumn)" } ?? "",
      ] + columns(one)
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

  /// Returns the versions as JSON.
  ///
  /// - Parameter members: Returns further members for an installation.
  package func json(
    _ root: Root, members: (InstalledVersion) -> [JSON.Member] = { _ in [] }
  ) -> JSON {
    .object([
      "schema": 1,
      "installed": .array(
        installed.map { one, pin in
          .object(
            [
              .init(name: "name", value: .string(one.tool.text)),
              .init(name: "version", value: .string(one.version.text)),
              .init(name: "id", value: .string(one.id.description)),
              .init(name: "path", value: .string(root.folder(of: one).string)),
              .init(name: "in_force", value: .bool(pin != nil)),
              .init(name: "origin", value: .optional(pin?.origin.withoutColumn)),
              .init(name: "file", value: .optional(pin?.file?.string)),
              .init(name: "line", value: pin?.line.map { .number($0) } ?? .null),
            ] + members(one))
        }),
      "system": system.map { path in
        .object(["path": .string(path.string), "in_force": .bool(runsSystem)])
      } ?? .null,
    ])
  }
}
