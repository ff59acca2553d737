/// What is wrong with an archive, wherever it is read.
package enum ArchiveFault: Hashable, Sendable {
  case zip(ZipFailure)
  /// In libarchive's own words.
  case libarchive(String)
  /// The name of a member, and why that is refused.
  case member(String, MemberFailure)
  case limit(LimitFailure)
}

/// What is wrong with a zip as such.
package enum ZipFailure: Error, Hashable, Sendable {
  /// It has no end record, so it is no zip, or not its end.
  case noDirectory
  /// It is a part of a zip in several parts.
  case severalParts
  /// The parts that hold offsets and counts contradict each other.
  case contradiction
  /// The record at this offset is cut or has not its signature.
  case record(offset: Int)
}

/// Why a member is refused.
package enum MemberFailure: Error, Hashable, Sendable {
  case path(MemberPathFailure)
  /// Two members of this name.
  case duplicate
  /// The file system would take it for `other`.
  case differsOnlyInCase(other: String)
  /// A file where others have a directory, or the other way round.
  case fileAndDirectory
  case encrypted
  /// The number of the zip's method (APPNOTE 4.4.5): neither stored nor deflated.
  case method(Int)
  /// A device, a pipe, a socket.
  case kind
  case hardLink(target: String)
  /// A link that is absolute, leads out, or goes up again after it went down.
  case linkLeadsOut(target: String)
  /// A file with holes.
  case sparse
  /// Its own header says something else than the directory.
  case headersDisagree
  /// Its bytes are also another member's, or the directory's.
  case overlap
  /// `actual` bytes, or more.
  case size(expected: Int, actual: Int)
  case checksum(expected: UInt32, actual: UInt32)
  /// Its compressed bytes cannot be unpacked; the code is ISA-L's.
  case compression(code: Int32)
  case truncated
}

/// An archive that would fill the disk.
package enum LimitFailure: Error, Hashable, Sendable {
  case members(limit: Int)
  case size(limit: Int)
  /// Unpacked bytes for each packed one.
  case ratio(limit: Int)
  /// Bytes of a zip's directory.
  case directory(limit: Int)
}

/// What is wrong with a name.
package enum MemberPathFailure: Error, Hashable, Sendable {
  /// Nothing, or a slash at the end, or two in a row.
  case emptyComponent
  case absolute
  /// `.` or `..`.
  case dots
  case backslash
  /// A NUL or another control character.
  case control
  /// `C:` at its beginning.
  case drive
  /// More than 255 bytes in a component, 4,096 in all, or 64 components.
  case tooLong
  case notUTF8
}
