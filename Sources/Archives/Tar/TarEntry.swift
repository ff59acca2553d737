internal import Diagnostics

/// The header of a member in a tar archive, as libarchive reports it.
struct TarEntry {
  /// The name as stored, for error messages.
  let name: String
  let type: FileType
  /// The size of the content, in bytes.
  let size: Int
  /// The permission bits.
  let mode: UInt32
  let isEncrypted: Bool
  /// Whether the member is a sparse file: parts of its content are not stored.
  let isSparse: Bool
  /// The target of a symbolic link. Empty for other types.
  let linkTarget: String
  /// The member that a hard link refers to, or `nil` for other types.
  let hardLinkTarget: String?

  /// The types of members that unpacking distinguishes.
  enum FileType {
    case file, directory, link, other
  }

  /// Returns the member, or `nil` for the root folder of the archive (`./`).
  ///
  /// - Throws: ``MemberFailure`` if the member is encrypted, sparse, a hard link, or of another
  ///   unsupported type, or if its path is invalid.
  func member() throws(MemberFailure) -> ArchiveMember? {
    if isEncrypted { throw .encrypted }
    if let hardLinkTarget { throw .hardLink(target: hardLinkTarget) }
    if isSparse { throw .sparse }
    let kind: ArchiveMember.Kind
    switch type {
    case .file: kind = .file
    case .directory: kind = .directory
    case .link: kind = .link
    case .other: throw .kind
    }
    // tar(1) keeps a leading `./` in names and appends a slash to directories.
    var path = name[...]
    while path.hasPrefix("./") { path = path.dropFirst(2) }
    if kind == .directory {
      if path.hasSuffix("/") { path = path.dropLast() }
      if path.isEmpty || path == "." { return nil }
    }
    do throws(MemberPath.Failure) {
      return ArchiveMember(
        path: try MemberPath(String(path)), kind: kind, size: size,
        isExecutable: kind == .file && mode & 0o111 != 0)
    } catch {
      throw .path(error)
    }
  }
}
