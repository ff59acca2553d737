package import Diagnostics
internal import Filesystem
internal import Layout
internal import Manifests
internal import Selection
package import Terminal
internal import Vocabulary

/// `prefix`: the directory of an installation.
package enum PrefixCommand: ReadOnlyCommand {
  package static let syntax = CommandSyntax(
    "prefix", "Print the directory of an installed version.", family: .choosing,
    arguments: .list(placeholder: "[TOOL[@VERSION]]", atLeast: 0, atMost: 1),
    details: [
      "Without VERSION, prints that of the version used in this directory; without TOOL, those of",
      "all tools used here.",
    ],
    examples: [
      .init("bootstrap prefix node", "print where the node used here is installed"),
      .init("bootstrap prefix node@24.19.0", "print where this version is installed"),
    ])

  /// A tool, its version, and the directory of the version.
  private struct Place {
    let tool: String
    let version: String
    let path: FilePath

    var json: JSON {
      .object([
        "name": .string(tool), "version": .string(version), "path": .string(path.string),
      ])
    }
  }

  /// Prints one directory, or those of all pinned tools.
  package static func run(_ session: Session) throws(Problem) -> ExitCode? {
    guard let word = session.arguments.positionals.first else {
      let selector = session.selector()
      var places: [Place] = []
      for pin in try selector.pinChain().pins() {
        places.append(try place(of: pin, session))
      }
      session.console.print(
        places.map(\.path.string),
        json: .object(["schema": 1, "tools": .array(places.map(\.json))]))
      return .success
    }
    let place = try place(named: word, session)
    session.console.print(
      place.path, json: .object(["schema": 1, "tools": .array([place.json])]))
    return .success
  }

  private static func place(named word: String, _ session: Session) throws(Problem) -> Place {
    let parts = word.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    guard let tool = ToolName(parts[0]) else { throw .usage(.badToolName(String(parts[0]))) }
    let pin = try session.selector().pinChain().pin(of: tool)
    guard parts.count > 1 else {
      if let pin { return try place(of: pin, session) }
      guard
        let program = SystemPrograms(session.environment, root: session.root)
          .first(named: tool.text)
      else { throw .project(try session.notPinned(tool)) }
      return Place(tool: tool.text, version: "system", path: systemPrefix(of: program))
    }
    guard case .exact(let version)? = PinnedVersion(parts[1]) else {
      throw session.badVersion(String(parts[1]), of: tool)
    }
    let root = session.root
    let installed = try mappingFileErrors(try root.installedVersions(of: tool))
    // The lock here may select another build of the version than pins without a lock do.
    if let pin, pin.version == .exact(version), pin.isInstalled(in: root) {
      return try place(of: pin, session)
    }
    let byDefault = try mappingFileErrors(try root.defaultInstallation(of: tool, version: version))
    guard let one = byDefault ?? installed.first(where: { $0.version == version }) else {
      throw .project(
        .installation(
          .nothingInstalled(
            tool: tool, version: version.text, installed: installed.distinctVersions,
            nearest: installed.isEmpty ? session.installedTools(like: tool) : [])))
    }
    return Place(tool: tool.text, version: version.text, path: root.folder(of: one))
  }

  /// Returns the place of a pinned version. Unlike the path of the link
  /// `installs/<tool>/<version>`, it does not change if another build is installed later.
  private static func place(of pin: SelectedPin, _ session: Session) throws(Problem) -> Place {
    let root = session.root
    guard let folder = pin.installation(in: root) else {
      guard
        let program = SystemPrograms(session.environment, root: root).first(named: pin.tool.text)
      else {
        throw .selection(.noSystemProgram(executable: pin.tool.text, pin.report))
      }
      return Place(tool: pin.tool.text, version: "system", path: systemPrefix(of: program))
    }
    guard pin.isInstalled(in: root) else {
      try session.checkAreReachable([pin])
      throw .project(
        .installation(
          .notInstalled([
            WantedVersion(
              tool: pin.tool, version: pin.version,
              origin: pin.id == nil ? pin.origin.withoutColumn : nil)
          ])))
    }
    return Place(
      tool: pin.tool.text, version: pin.version.description,
      path: (try? folder.resolvingLinks()) ?? folder)
  }

  /// Returns the directory above the one that contains the program: `/usr` for `/usr/bin/ruby`.
  private static func systemPrefix(of program: FilePath) -> FilePath {
    program.parentDirectory.parentDirectory
  }
}
