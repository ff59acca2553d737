/// A reason an archive cannot be unpacked.
package enum ArchiveFault: Hashable, Sendable {
  case zip(ZipFailure)
  /// libarchive failed; the payload is its error message.
  case libarchive(String)
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
  /// The member is a device, pipe, or socket.
  case kind
  case hardLink(target: String)
  /// The target of a symbolic link is absolute, leads out of the archive, or contains `..` after
  /// a folder name.
  case linkLeadsOut(target: String)
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
}

/// A reason the path of a member cannot be used.
package enum MemberPathFailure: Error, Hashable, Sendable {
  /// The path is empty, ends with a slash, or contains two in a row.
  case emptyComponent
  case absolute
  /// A component is `.` or `..`.
  case dots
  case backslash
  /// The path contains NUL or another control character.
  case control
  /// The path begins with a drive letter, such as `C:`.
  case drive
  /// The path has more than 255 bytes in a component, 4,096 bytes in all, or 64 components.
  case tooLong
  case notUTF8
}
