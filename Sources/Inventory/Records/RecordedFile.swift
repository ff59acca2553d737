package import Layout
package import Vocabulary

/// A file of an installation, according to its record or a receipt.
package struct RecordedFile: Hashable, Sendable {
  /// What the files to find have in common.
  package enum Condition: Hashable, Sendable {
    /// The last component of the path. `in` is the path of the containing folder, or its end.
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
  /// The text before the last slash, which is empty if there is none, and the text after it.
  var dividedAtLastSlash: (folder: String, name: String) {
    // A slash and a combining character after it are one character, so this goes by bytes.
    guard let slash = utf8.lastIndex(of: UInt8(ascii: "/")) else { return ("", self) }
    return (String(self[..<slash]), String(self[utf8.index(after: slash)...]))
  }
}
