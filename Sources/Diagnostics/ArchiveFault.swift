/// A reason an archive cannot be unpacked.
package enum ArchiveFault: Hashable, Sendable {
  case zip(ZipFailure)
  case tar(TarFailure)
  /// The compression around the content is rejected. The first payload is its name, such as `gzip`.
  case layer(String, LayerFailure)
  /// A member is rejected; the first payload is its name.
  case member(String, MemberFailure)
  case limit(LimitFailure)
}

/// A reason a file cannot be read as a zip.
package enum ZipFailure: Error, Hashable, Sendable {
  /// The end record is missing, so the file is not a zip or is truncated.
  case noDirectory
  /// The file is one part of a zip that is split into several.
  case severalParts
  /// The records that hold offsets and counts contradict each other.
  case contradiction
  /// The record at this offset is truncated or lacks its signature.
  case record(offset: Int)
}

/// A reason a file cannot be read as a tar archive.
package enum TarFailure: Error, Hashable, Sendable {
  /// The content does not begin with the header of a member.
  case noHeader
  /// The content is compressed with this format, although the format of the archive states no
  /// compression.
  case compressed(String)
  /// The header at this offset of the content is damaged.
  case header(offset: Int)
  /// The content ends within a member.
  case truncated
  /// Other data follows the end of the archive.
  case trailingData
}

/// A reason the compression of a file is rejected.
package enum LayerFailure: Error, Hashable, Sendable {
  /// The file does not begin like a file of the format.
  case noHeader
  /// The compressed data cannot be read. The payload is the message of the library, which may
  /// be empty.
  case damaged(String)
  /// Decompressing needs more memory than is allowed.
  case memory
  /// The checksum or the length at the end of the compressed data is wrong.
  case checksum
  case truncated
  /// Other data follows the compressed data.
  case trailingData
  /// The content is compressed once more, with this format.
  case secondLayer(String)
}

/// A reason a member of an archive is rejected.
package enum MemberFailure: Error, Hashable, Sendable {
  case path(MemberPathFailure)
  /// Another member has the same path.
  case duplicate
  /// The file system cannot distinguish the name from `other`.
  case differsOnlyInCase(other: String)
  /// One member uses the path as a file, and another uses it as a folder.
  case fileAndDirectory
  case encrypted
  /// The compression method (APPNOTE 4.4.5) is neither "stored" nor "deflated".
  case method(Int)
  /// The member is a device, pipe, or socket, or of an unknown type.
  case kind
  /// No earlier member is a file or link at the path to which a hard link refers.
  case hardLink(target: String)
  /// The text of a link's target is invalid.
  case linkTarget(MemberPathFailure)
  /// The target of a symbolic link is absolute or leads out of the archive, directly or through
  /// other links.
  case linkLeadsOut(target: String)
  /// The target of a symbolic link leads through too many links, or through the link itself.
  case linkLoop(target: String)
  case sparse
  /// The member's local header contradicts its record in the central directory.
  case headersDisagree
  /// The member shares bytes with another member or with the central directory.
  case overlap
  /// The member's size differs from the declared one, in bytes. If `actual` is larger, it is a
  /// lower bound, because unpacking stops at the declared size.
  case size(expected: Int, actual: Int)
  case checksum(expected: UInt32, actual: UInt32)
  /// The compressed bytes cannot be unpacked; `code` is the return code of ISA-L.
  case compression(code: Int32)
  case truncated
}

/// A limit that an archive exceeds. The limits keep a malicious archive from filling the disk.
package enum LimitFailure: Error, Hashable, Sendable {
  /// The number of members.
  case members(limit: Int)
  /// The total unpacked size, in bytes.
  case size(limit: Int)
  /// The number of unpacked bytes per packed byte.
  case ratio(limit: Int)
  /// The size of the central directory of a zip, in bytes.
  case directory(limit: Int)
  /// The time without any unpacked byte, in seconds.
  case idle(seconds: Int)
}

/// A reason the path of a member cannot be used.
package enum MemberPathFailure: Error, Hashable, Sendable {
  /// The path is empty.
  case empty
  /// The path ends with a slash, or contains two in a row.
  case emptyComponent
  case absolute
  /// A component is `..`, or `.` where it is not dropped.
  case dots
  case backslash
  /// The path contains a NUL.
  case nul
  /// The path contains another control character.
  case control
  /// The path begins with a drive letter, such as `C:`.
  case drive
  /// A component has more than this number of bytes.
  case longComponent(limit: Int)
  /// The path has more than this number of bytes.
  case tooLong(limit: Int)
  /// The path has more than this number of components.
  case tooDeep(limit: Int)
  case notUTF8
}
