internal import Diagnostics

/// One member of a tar, as libarchive reads its header.
struct TarEntry {
  /// As the tar has it, for errors.
  let name: String
  let type: FileType
  let size: Int
  let mode: UInt32
  let isEncrypted: Bool
  let hasHoles: Bool
  /// Of a symbolic link; empty for all else.
  let linkTarget: String
  /// What a hard link is another name of. nil for all else.
  let hardLinkTarget: String?

  enum FileType {
    case file, directory, link, other
  }

  /// nil for the directory itself that the tar was made of (`./`).
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
    // tar(1) keeps the `./` of the names that it was given, and writes a slash after a directory's.
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
