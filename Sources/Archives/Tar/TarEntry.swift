internal import Diagnostics

/// The header of a member in a tar, as libarchive reports it.
struct TarEntry {
  /// The name as stored, for error messages.
  let name: String
  let type: FileType
  let size: Int
  let mode: UInt32
  let isEncrypted: Bool
  let hasHoles: Bool
  /// The target of a symbolic link. Empty for other types.
  let linkTarget: String
  /// The member that a hard link refers to. `nil` for other types.
  let hardLinkTarget: String?

  /// The types of members, as far as they are told apart.
  enum FileType {
    case file, directory, link, other
  }

  /// Returns the member. `nil` for the root directory of the tar (`./`).
  ///
  /// - Throws: ``MemberFailure`` if the member is of an unsupported type or has an invalid path.
  func member() throws(MemberFailure) -> ArchiveMember? {
    if isEncrypted { throw .encrypted }
    if let hardLinkTarget { throw .hardLink(target: hardLinkTarget) }
    if hasHoles { throw .sparse }
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
