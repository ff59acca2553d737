package import Manifests
package import Vocabulary

/// The rule that finds the executables of an artifact during installation. A source that reads
/// the artifact to determine `provides` applies the same rule when the version is locked.
package struct ArtifactLayout: Sendable {
  private let format: ArtifactFormat
  private let provides: [ExecutableName]
  private let selection: ExecutableSelection

  /// Creates the layout of a locked artifact.
  ///
  /// - Parameters:
  ///   - format: The packaging: `wheel`, `zip`, `tar.gz`, and so on, or `raw` or `gz` for a
  ///     file that is itself the executable.
  ///   - provides: The executables that the lock lists.
  ///   - declaration: The tool's `declares` line in the lock.
  package init(format: ArtifactFormat, provides: [ExecutableName], declaration: LockedDeclaration) {
    self.format = format
    self.provides = provides
    selection = ExecutableSelection(declaration)
  }

  /// Creates the layout of an installed artifact from its executables, each with its path if the
  /// Toolfile states it. For a complete installation, the result is that of the locked artifact.
  package init(format: ArtifactFormat, executables: [Toolfile.Executable]) {
    self.format = format
    provides = executables.map(\.name)
    selection = ExecutableSelection(executables)
  }

  /// Returns the path in the artifact that the Toolfile states for an executable, or `nil` if it
  /// states none.
  package func statedPath(of name: String) -> String? {
    guard case .paths(let stated) = selection else { return nil }
    return stated.first { $0.name == name }?.path
  }

  /// Returns the executables that the artifact provides, sorted by name, with the members to link
  /// to. The caller reports those in `provides` that are missing.
  ///
  /// A wheel may provide others than those in `provides`. In any other archive, only those are
  /// looked for.
  ///
  /// - Parameters:
  ///   - members: The files of the archive, without folders and links. For a single
  ///     file, only the file itself.
  ///   - read: A function that returns the first bytes of the member at a path: at least the
  ///     given number, or all bytes of a shorter member.
  /// - Throws: The error that `read` throws.
  package func executables<Failure: Error>(
    in members: [ArchiveFile], reading read: (String, Int) throws(Failure) -> [UInt8]
  ) throws(Failure) -> [ProvidedExecutable] {
    let names = Set(provides.map(\.text))
    switch format.text {
    case _ where format.isSingleFile:
      return members.prefix(1).flatMap { member in
        names.sorted().prefix(1).map { ProvidedExecutable(name: $0, path: member.path) }
      }
    case ArtifactFormat.gem.text:
      // The install makes a program in `bin` for each executable of a gem.
      let paths = Set(members.map(\.path))
      return names.sorted().filter { paths.contains("bin/\($0)") }
        .map { ProvidedExecutable(name: $0, path: "bin/\($0)") }
    case ArtifactFormat.wheel.text:
      var entryPoints: [UInt8]?
      let texts = members.filter { EntryPoint.isList($0.path) }
      if let member = texts.min(by: { $0.path < $1.path }) {
        entryPoints = try read(member.path, member.size)
      }
      let layout = WheelLayout(members: members, entryPoints: entryPoints)
      var heads: [String: [UInt8]] = [:]
      for path in layout.membersToInspect {
        heads[path] = Array(try read(path, WheelLayout.headSize).prefix(WheelLayout.headSize))
      }
      // An error means that executables are missing, which the caller reports.
      let found = try? layout.executables(selection, heads: heads)
      return found ?? []
    default:
      if case .paths(let wanted) = selection {
        let paths = Set(members.map(\.path))
        return wanted.filter { names.contains($0.name) && paths.contains($0.path) }
          .sorted { $0.name < $1.name }
      }
      return ArchiveLayout(members: members).executables(named: names.sorted())
    }
  }
}
