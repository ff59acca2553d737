/// Which files of an archive are the executables of given names.
///
/// Archives of releases are packed in many ways, but nearly all hold a file with the name of the program: in a folder `bin`, at the
/// root, or below a folder that has the name of the release. Files that may be run come before others, since some archives keep no
/// modes; those in a `bin` before others; those nearer to the root before those that are deeper.
package struct ArchiveLayout: Sendable {
  private let members: [ArchiveFile]

  package init(members: [ArchiveFile]) { self.members = members }

  /// Those that are there, in the order of `names`.
  package func executables(named names: [String]) -> [ProvidedExecutable] {
    names.compactMap { name in
      let candidates = members.filter { $0.name == name }
      return candidates.min { rank($0) < rank($1) }
        .map { ProvidedExecutable(name: name, path: $0.path) }
    }
  }

  private func rank(_ member: ArchiveFile) -> (Int, Int, Int, String) {
    let isInBin = member.folder == "bin/" || member.folder.hasSuffix("/bin/")
    return (member.isExecutable ? 0 : 1, isInBin ? 0 : 1, member.depth, member.path)
  }
}
