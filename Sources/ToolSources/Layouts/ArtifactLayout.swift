package import Filesystem
package import Manifests

/// Finds the executables of an artifact that is about to be installed, by the rule that wrote `provides` into the lock.
package struct ArtifactLayout: Sendable {
  private let format: ArtifactFormat
  private let provides: [ExecutableName]
  private let selection: ExecutableSelection

  /// - Parameters:
  ///   - format: `wheel`, `zip`, `tar.gz` and its kind, or `raw`: the file itself.
  ///   - provides: The names that the lock has.
  ///   - declaration: What the manifest says of the tool, as the lock has it.
  package init(format: ArtifactFormat, provides: [ExecutableName], declaration: LockedDeclaration) {
    self.format = format
    self.provides = provides
    selection = ExecutableSelection(declared: declaration[ExecutableSelection.optionKey])
  }

  /// The executables that are in `provides`, sorted by name, with the members to link to. Those that the artifact does not have are
  /// not among them: the caller compares.
  ///
  /// - Parameters:
  ///   - members: The files of the archive, without folders and links; of a file `raw`, itself alone.
  ///   - read: The first bytes of the member at a path, at least so many where it has them.
  package func executables(
    in members: [ArchiveFile], reading read: (String, Int) throws(FileError) -> [UInt8]
  ) throws(FileError) -> [ProvidedExecutable] {
    let names = Set(provides.map(\.text))
    switch format.text {
    case "raw":
      return members.prefix(1).flatMap { member in
        names.sorted().prefix(1).map { ProvidedExecutable(name: $0, path: member.path) }
      }
    case ArtifactFormat.wheel.text:
      var entryPoints: [UInt8]?
      let texts = members.filter { WheelContents.isEntryPoints($0.path) }
      if let member = texts.min(by: { $0.path < $1.path }) {
        entryPoints = try read(member.path, member.size)
      }
      let layout = WheelLayout(members: members, entryPoints: entryPoints)
      var heads: [String: [UInt8]] = [:]
      for path in layout.membersToInspect {
        heads[path] = Array(try read(path, WheelLayout.headSize).prefix(WheelLayout.headSize))
      }
      let found = try? layout.executables(selection, heads: heads)
      return (found ?? []).filter { names.contains($0.name) }
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
