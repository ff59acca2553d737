/// A file as the directory of its archive lists it, enough to find the
/// executables without unpacking.
package struct ArchiveFile: Hashable, Sendable {
  /// The path from the archive's root, with `/` between components.
  package let path: String
  /// Whether the mode has an execute bit. Always false in an archive made on a
  /// system without modes.
  package let isExecutable: Bool
  /// The unpacked size in bytes.
  package let size: Int
  /// A value that is equal for members with equal bytes: the CRC-32 of a zip's directory, or
  /// the start of a digest.
  package let checksum: UInt32

  /// Creates a file from an entry of an archive's directory.
  package init(path: String, isExecutable: Bool, size: Int, checksum: UInt32) {
    self.path = path
    self.isExecutable = isExecutable
    self.size = size
    self.checksum = checksum
  }

  /// The last component of the path.
  var name: Substring {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[path.utf8.index(after: $0)...] }
      ?? path[...]
  }

  /// The number of folders that contain the file.
  var depth: Int { path.utf8.count { $0 == UInt8(ascii: "/") } }

  /// The path of the containing folder with a trailing slash. Empty at the root.
  var folder: Substring { path.dropLast(name.count) }
}

/// An executable in an archive.
package struct ProvidedExecutable: Hashable, Sendable {
  /// The command's name.
  package let name: String
  /// The path of the member to link to. Its last component may differ from ``name``:
  /// see ``WheelLayout``.
  package let path: String

  /// Creates an executable that links to the member at `path`.
  package init(name: String, path: String) {
    self.name = name
    self.path = path
  }
}

/// A reason why an archive lacks the requested executables.
package enum LayoutError: Error, Hashable, Sendable {
  /// The archive contains no executables.
  case noExecutables
  /// The archive provides only scripts that need Python.
  case needsPython([String])
  /// The requested names that the archive does not provide, and those that it does.
  case missing(names: [String], found: [String])
  /// The requested paths that are not files of the archive.
  case missingMembers([String])
}
