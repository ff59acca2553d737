/// One member of a zip file, right or wrong in every way that a test wants.
package struct ZipMember: Sendable {
  package enum Method: Sendable {
    case stored, deflated
    /// The contents as they are, under this number.
    case other(UInt16)
  }

  /// The name as it is written, hostile or not.
  package var name: String
  package var contents: [UInt8]
  /// Kind and permission bits as lstat(2) has them: 0o100644, 0o120777 for a symbolic link.
  package var mode: UInt32
  package var method: Method
  /// At first only that names are UTF-8. What is said to be encrypted is not.
  package var flags: UInt16 = 0x0800
  /// Sizes and offset are written in the extra field of large files.
  package var isZip64 = false
  /// What the directory has besides of the member.
  package var extra: [UInt8] = []

  // What the headers say, where that is not the truth.

  package var claimedName: [UInt8]?
  package var claimedChecksum: UInt32?
  package var claimedSize: Int?
  package var claimedPackedSize: Int?
  package var claimedOffset: Int?
  /// What the header before the contents says, where that is not what the directory does.
  package var localName: [UInt8]?
  package var localMethod: UInt16?

  package init(
    _ name: String, _ contents: [UInt8], mode: UInt32 = 0o100644, method: Method = .deflated
  ) {
    self.name = name
    self.contents = contents
    self.mode = mode
    self.method = method
  }

  package init(_ name: String, _ text: String, mode: UInt32 = 0o100644) {
    self.init(name, Array(text.utf8), mode: mode)
  }

  package static func link(_ name: String, to target: String) -> ZipMember {
    ZipMember(name, Array(target.utf8), mode: 0o120777, method: .stored)
  }

  package static func directory(_ name: String) -> ZipMember {
    ZipMember(name, [], mode: 0o040755, method: .stored)
  }
}
