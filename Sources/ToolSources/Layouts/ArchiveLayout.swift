/// The rule that finds the executables of an archive by name.
///
/// Release archives differ, but nearly all contain a file with the program's name: in a folder
/// `bin`, at the root, or below a folder named after the release. If several files have the name,
/// executable ones come first, since some archives keep no modes, then those in a `bin`, then
/// those closest to the root.
package struct ArchiveLayout: Sendable {
  private let members: [ArchiveFile]

  /// Creates the layout of an archive from its files, without folders and links.
  package init(members: [ArchiveFile]) { self.members = members }

  /// Returns the executables that the archive contains, in the order of `names`.
  package func executables(named names: [String]) -> [ProvidedExecutable] {
    names.compactMap { name in
      let candidates = members.filter { $0.name == name }
      return candidates.min { rank($0) < rank($1) }
        .map { ProvidedExecutable(name: name, path: $0.path) }
    }
  }

  /// The sort key of a candidate. The lowest is the best.
  private func rank(_ member: ArchiveFile) -> (Int, Int, Int, String) {
    let isInBin = member.folder == "bin/" || member.folder.hasSuffix("/bin/")
    return (member.isExecutable ? 0 : 1, isInBin ? 0 : 1, member.depth, member.path)
  }
}
