package import Archives
internal import Vocabulary

/// The unpacked files of an artifact, by path, with the files that its symbolic links lead to.
package struct ArtifactMembers: Sendable {
  private let members: [ExtractedFile]
  private let byPath: [String: ExtractedFile]
  private let tree: MemberTree

  /// Creates the members of an artifact from its unpacked files and links.
  package init(_ members: [ExtractedFile]) {
    self.members = members
    byPath = Dictionary(members.map { ($0.path.text, $0) }) { first, _ in first }
    tree = MemberTree(members)
  }

  /// The files and the links to files, in the form in which executables are looked for. A link has
  /// the size, permission, and checksum of the file that it leads to.
  package var files: [ArchiveFile] {
    members.compactMap { member in
      let file = if case .file = member.kind { member } else { file(at: member.path.text) }
      guard let file, case .file(let isExecutable) = file.kind else { return nil }
      return ArchiveFile(
        path: member.path.text, isExecutable: isExecutable, size: file.size,
        checksum: file.checksum ?? file.digest.leading32Bits)
    }
  }

  /// Returns the file at `path`, following links, or `nil` if there is none.
  package func file(at path: String) -> ExtractedFile? {
    guard case .inside(let end) = tree.destination(of: path), let file = byPath[end],
      case .file = file.kind
    else { return nil }
    return file
  }
}
