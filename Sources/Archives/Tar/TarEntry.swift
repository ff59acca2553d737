internal import Diagnostics

/// A member of a tar archive, with its header and extensions.
struct TarEntry {
  /// The path as stored.
  let name: [UInt8]
  /// The type in the header, such as `0` for a file.
  let type: UInt8
  /// The size of the content, in bytes. 0 for members without content.
  let size: Int
  /// The permission bits.
  let mode: Int
  /// Whether the member is a sparse file: parts of its content are not stored.
  let isSparse: Bool
  /// The target of a symbolic or hard link. Empty for other types.
  let linkTarget: [UInt8]

  /// Creates the entry of a header.
  ///
  /// - Parameters:
  ///   - header: The header.
  ///   - attributes: The extensions before it, which override its values.
  ///   - size: The size of the content that follows the header.
  init(_ header: TarHeader, _ attributes: TarAttributes, size: Int) {
    let name = attributes.name ?? header.name
    self.name = name
    // Before POSIX, a directory was a file whose name ends in a slash.
    let isFile = Self.isFile(header.type)
    type = isFile && name.last == UInt8(ascii: "/") ? UInt8(ascii: "5") : header.type
    self.size = size
    mode = header.mode ?? 0
    isSparse = attributes.isSparse || header.type == UInt8(ascii: "S")
    linkTarget = attributes.linkTarget ?? header.linkTarget
  }

  /// Returns whether a type is that of a regular file: 0, NUL in old archives, or 7 for a file that
  /// is stored contiguously.
  static func isFile(_ type: UInt8) -> Bool {
    type == 0 || type == UInt8(ascii: "0") || type == UInt8(ascii: "7")
  }

  /// Whether the member is another name of an earlier one.
  var isHardLink: Bool { type == UInt8(ascii: "1") }

  /// The name for messages, with invalid UTF-8 replaced.
  var displayName: String { String(decoding: name, as: UTF8.self) }

  /// Returns the member, or `nil` for the root folder of the archive (`./`). A hard link is a file.
  ///
  /// - Throws: ``MemberFailure`` if the member is sparse or of another unsupported type, or if its
  ///   path is invalid.
  func member() throws(MemberFailure) -> ArchiveMember? {
    if isSparse { throw .sparse }
    let kind: ArchiveMember.Kind
    switch type {
    case UInt8(ascii: "5"): kind = .directory
    case UInt8(ascii: "2"): kind = .link
    case _ where Self.isFile(type) || isHardLink: kind = .file
    default: throw .kind
    }
    let isRoot = name.split(separator: UInt8(ascii: "/")).allSatisfy { $0 == [UInt8(ascii: ".")] }
    if kind == .directory, isRoot, name.first == UInt8(ascii: ".") { return nil }
    do {
      return ArchiveMember(
        path: try MemberPath(bytes: name[...], isDirectory: kind == .directory), kind: kind,
        size: size, isExecutable: kind == .file && mode & 0o111 != 0)
    } catch {
      throw .path(error)
    }
  }
}
