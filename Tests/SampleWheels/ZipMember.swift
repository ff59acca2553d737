/// A member of a zip file, valid or broken in any way that a test needs.
package struct ZipMember: Sendable {
  /// The compression method.
  package enum Method: Sendable {
    case stored, deflated
    /// Uncompressed contents that are declared to use this method.
    case other(UInt16)
  }

  /// The name, written as it is, even if it is malicious.
  package var name: String
  package var contents: [UInt8]
  /// The file type and permission bits as in lstat(2): 0o100644, or 0o120777 for a symbolic link.
  package var mode: UInt32
  package var method: Method
  /// The general purpose flags, by default only that the name is UTF-8. The contents stay
  /// unencrypted even if a flag says otherwise.
  package var flags: UInt16 = 0x0800
  /// Whether sizes and offset are in the extra field for large files.
  package var isZip64 = false
  /// The additional extra fields in the directory.
  package var extra: [UInt8] = []

  // Values to write into the headers instead of the correct ones.

  package var claimedName: [UInt8]?
  package var claimedChecksum: UInt32?
  package var claimedSize: Int?
  package var claimedPackedSize: Int?
  package var claimedOffset: Int?
  /// The name to write into the local header instead of the directory's.
  package var localName: [UInt8]?
  /// The method to write into the local header instead of the directory's.
  package var localMethod: UInt16?

  /// Creates a regular file, unless `mode` has another type.
  package init(
    _ name: String, _ contents: [UInt8], mode: UInt32 = 0o100644, method: Method = .deflated
  ) {
    self.name = name
    self.contents = contents
    self.mode = mode
    self.method = method
  }

  /// Creates a compressed file that contains `text`.
  package init(_ name: String, _ text: String, mode: UInt32 = 0o100644) {
    self.init(name, Array(text.utf8), mode: mode)
  }

  /// Returns a symbolic link.
  package static func link(_ name: String, to target: String) -> ZipMember {
    ZipMember(name, Array(target.utf8), mode: 0o120777, method: .stored)
  }

  /// Returns a directory. `name` should end with a slash.
  package static func directory(_ name: String) -> ZipMember {
    ZipMember(name, [], mode: 0o040755, method: .stored)
  }
}
