/// A file in an archive, as its directory lists it: enough to say which programs the archive provides without unpacking it.
package struct ArchiveFile: Hashable, Sendable {
  /// From the archive's root, with `/` between components.
  package let path: String
  /// Whether its mode lets anybody run it. An archive made where files have no modes says no of all.
  package let isExecutable: Bool
  /// In bytes, unpacked.
  package let size: Int
  /// The same for members with the same bytes: the CRC-32 that a zip's directory has, or the start of a digest.
  package let checksum: UInt32

  package init(path: String, isExecutable: Bool, size: Int, checksum: UInt32) {
    self.path = path
    self.isExecutable = isExecutable
    self.size = size
    self.checksum = checksum
  }

  /// The last component.
  var name: Substring {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[path.utf8.index(after: $0)...] }
      ?? path[...]
  }

  /// How many folders it is in.
  var depth: Int { path.utf8.count { $0 == UInt8(ascii: "/") } }

  /// The folder that it is in, with the slash at its end; empty at the root.
  var folder: Substring { path.dropLast(name.count) }
}

/// A program in an archive, and the name that it is run by.
package struct ProvidedExecutable: Hashable, Sendable {
  package let name: String
  /// Of the member to link to. Not always the member that carries the name: see ``WheelLayout``.
  package let path: String

  package init(name: String, path: String) {
    self.name = name
    self.path = path
  }
}

/// Why an archive provides no executables, or not those that are wanted.
package enum LayoutError: Error, Hashable, Sendable {
  case noExecutables
  /// All that it would provide are scripts that only Python can run.
  case needsPython([String])
  /// Names that were asked for and are not there; what is there instead.
  case missing(names: [String], found: [String])
  /// Paths that were asked for and are no files of the archive.
  case missingMembers([String])
}
