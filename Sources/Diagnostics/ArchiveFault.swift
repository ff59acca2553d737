/// A reason an archive cannot be unpacked.
package enum ArchiveFault: Hashable, Sendable {
  case zip(ZipFailure)
  /// libarchive's own message.
  case libarchive(String)
  /// A member's name, and why the member is refused.
  case member(String, MemberFailure)
  case limit(LimitFailure)
}

/// A reason a file cannot be read as a zip.
package enum ZipFailure: Error, Hashable, Sendable {
  /// The end record is missing: the file is not a zip, or is incomplete.
  case noDirectory
  /// The file is one part of a zip that is split into several.
  case severalParts
  /// The records that hold offsets and counts contradict each other.
  case contradiction
  /// The record at this offset is truncated or lacks its signature.
  case record(offset: Int)
}

/// A reason a member of an archive is refused.
package enum MemberFailure: Error, Hashable, Sendable {
  case path(MemberPathFailure)
  case duplicate
  /// The file system cannot distinguish the name from `other`.
  case differsOnlyInCase(other: String)
  /// The same path is a file for one member and a directory for another.
  case fileAndDirectory
  case encrypted
  /// A compression method (APPNOTE 4.4.5) that is neither stored nor deflated.
  case method(Int)
  /// A device, pipe, or socket.
  case kind
  case hardLink(target: String)
  /// The link is absolute, leads outside, or goes up again after going down.
  case linkLeadsOut(target: String)
  case sparse
  /// The member's own header contradicts the directory.
  case headersDisagree
  /// The member shares bytes with another member or with the directory.
  case overlap
  /// `actual` is a lower bound.
  case size(expected: Int, actual: Int)
  case checksum(expected: UInt32, actual: UInt32)
  /// The compressed bytes cannot be unpacked; `code` is the return code of ISA-L.
  case compression(code: Int32)
  case truncated
}

/// A limit that an archive exceeds, as one that might fill the disk does.
package enum LimitFailure: Error, Hashable, Sendable {
  case members(limit: Int)
  case size(limit: Int)
  /// The number of unpacked bytes per packed byte.
  case ratio(limit: Int)
  /// The size of the zip directory in bytes.
  case directory(limit: Int)
}

/// A reason the path of a member cannot be used.
package enum MemberPathFailure: Error, Hashable, Sendable {
  /// The path is empty, ends with a slash, or contains two in a row.
  case emptyComponent
  case absolute
  /// `.` or `..`.
  case dots
  case backslash
  /// A NUL or another control character.
  case control
  /// The path begins with a drive, such as `C:`.
  case drive
  /// More than 255 bytes in a component, 4,096 bytes in all, or 64 components.
  case tooLong
  case notUTF8
}
