/// A file of an archive: the facts that suffice to find the executables without unpacking.
package struct ArchiveFile: Hashable, Sendable {
  /// The path from the archive's root, with `/` between components.
  package let path: String
  /// Whether the mode has an execute bit. Always `false` in an archive that records no modes.
  package let isExecutable: Bool
  /// The unpacked size in bytes.
  package let size: Int
  /// A value that is equal for members with equal bytes: the CRC-32 in the central directory of
  /// a zip file, or the beginning of a digest.
  package let checksum: UInt32

  /// Creates a file from the facts that its archive states.
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

  /// The number of folders in the path.
  var depth: Int { path.utf8.count { $0 == UInt8(ascii: "/") } }

  /// The path of the containing folder with a trailing slash, or an empty string at the root.
  var folder: Substring { path.dropLast(name.count) }
}

/// An executable that an archive provides.
package struct ProvidedExecutable: Hashable, Sendable {
  /// The name of the executable.
  package let name: String
  /// The path of the member that the executable links to. Its last component may differ
  /// from ``name``; see ``WheelLayout``.
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
  /// The archive provides only these scripts, which need Python.
  case needsPython([String])
  /// The archive lacks some of the requested executables. `names` lists the missing ones, and
  /// `found` lists those that the archive provides.
  case missing(names: [String], found: [String])
  /// The archive has no files at the requested paths `names`. `files` lists the paths of its
  /// executable files.
  case missingMembers(names: [String], files: [String])
}
