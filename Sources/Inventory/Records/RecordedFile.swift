package import Layout
package import Vocabulary

/// A file of an installation, from the installation's record or from a receipt.
package struct RecordedFile: Hashable, Sendable {
  /// A condition for finding files.
  package enum Condition: Hashable, Sendable {
    /// The last component of the path. `in` is the path of the containing folder, or the last
    /// components of that path.
    case name(String, in: String)
    /// The digest of the contents.
    case digest(SHA256Digest)
  }

  package let installed: InstalledVersion
  /// The path relative to the installation's folder.
  package let path: String
  /// The size in bytes.
  package let size: Int
  package let digest: SHA256Digest

  /// Creates a file.
  package init(installed: InstalledVersion, path: String, size: Int, digest: SHA256Digest) {
    self.installed = installed
    self.path = path
    self.size = size
    self.digest = digest
  }
}

extension String {
  /// The parts of the text before and after its last slash. Without a slash, the first part is
  /// empty.
  var dividedAtLastSlash: (folder: String, name: String) {
    // Compares bytes, because Swift treats a slash and a following combining mark as one character.
    guard let slash = utf8.lastIndex(of: UInt8(ascii: "/")) else { return ("", self) }
    return (String(self[..<slash]), String(self[utf8.index(after: slash)...]))
  }
}
