/// The rule that finds the executables of an archive by name.
///
/// Release archives differ, but nearly all contain a file with the name of the program: in a
/// folder `bin`, at the root, or in a folder named after the release. If several files have that
/// name, executable files take precedence, then files in a folder `bin`, then those closest to
/// the root. A file need not be executable, because some archives record no modes.
package struct ArchiveLayout: Sendable {
  private let members: [ArchiveFile]

  /// Creates the layout of an archive from its files, without folders and links.
  package init(members: [ArchiveFile]) { self.members = members }

  /// Returns the executables that the archive contains, in the order of `names`. Names without
  /// a file are omitted.
  package func executables(named names: [String]) -> [ProvidedExecutable] {
    names.compactMap { name in
      let candidates = members.filter { $0.name == name }
      return candidates.min { rank($0) < rank($1) }
        .map { ProvidedExecutable(name: name, path: $0.path) }
    }
  }

  /// Returns the sort key of a candidate. The candidate with the lowest key is the best.
  private func rank(_ member: ArchiveFile) -> (Int, Int, Int, String) {
    let isInBin = member.folder == "bin/" || member.folder.hasSuffix("/bin/")
    return (member.isExecutable ? 0 : 1, isInBin ? 0 : 1, member.depth, member.path)
  }
}
