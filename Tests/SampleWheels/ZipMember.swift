/// A member of a zip file, valid or invalid in any way that a test needs.
package struct ZipMember: Hashable, Sendable {
  /// The compression method.
  package enum Method: Hashable, Sendable {
    case stored, deflated
    /// Uncompressed contents whose headers state this method.
    case other(UInt16)
  }

  /// The name, written unchanged even if it is malicious.
  package var name: String
  package var contents: [UInt8]
  /// The file type and permission bits as in lstat(2), such as 0o100644, or 0o120777 for a
  /// symbolic link.
  package var mode: UInt32
  package var method: Method
  /// The general purpose flags. The default, 0x0800, states that the name is UTF-8. The
  /// contents are never encrypted, whatever the flags state.
  package var flags: UInt16 = 0x0800
  /// Whether the sizes and the offset are in the ZIP64 extra field.
  package var isZip64 = false
  /// Additional extra fields in the central directory.
  package var extra: [UInt8] = []

  // Values to write into the headers instead of the correct ones. `nil` means the correct value.

  package var claimedName: [UInt8]?
  package var claimedChecksum: UInt32?
  package var claimedSize: Int?
  package var claimedPackedSize: Int?
  package var claimedOffset: Int?
  /// The name to write into the local header instead of that in the central directory.
  package var localName: [UInt8]?
  /// The method to write into the local header instead of that in the central directory.
  package var localMethod: UInt16?

  /// Creates a member, which is a regular file unless `mode` has another type.
  package init(
    _ name: String, _ contents: [UInt8], mode: UInt32 = 0o100644, method: Method = .deflated
  ) {
    self.name = name
    self.contents = contents
    self.mode = mode
    self.method = method
  }

  /// Creates a compressed file with the given text.
  package init(_ name: String, _ text: String, mode: UInt32 = 0o100644) {
    self.init(name, Array(text.utf8), mode: mode)
  }

  /// Returns a symbolic link to `target`.
  package static func link(_ name: String, to target: String) -> ZipMember {
    ZipMember(name, Array(target.utf8), mode: 0o120777, method: .stored)
  }

  /// Returns a folder. `name` should end with a slash.
  package static func directory(_ name: String) -> ZipMember {
    ZipMember(name, [], mode: 0o040755, method: .stored)
  }
}
