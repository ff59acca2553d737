internal import Diagnostics
package import Filesystem
package import Manifests

/// The files of a registry on this machine: one text, or a folder of texts whose names end with
/// `.rb`.
package struct RegistryFiles: Sendable {
  /// The definitions, in the order of the files.
  package let definitions: [Definition]
  /// The digest of the text, or of the names and the digests of all texts.
  package let digest: SHA256Digest

  /// Reads a registry.
  ///
  /// - Parameters:
  ///   - path: The file or folder.
  ///   - name: The path as messages show it.
  /// - Throws: ``ManifestError`` if a file cannot be read or is invalid.
  package init(at path: FilePath, named name: String) throws(ManifestError) {
    var files: [String]?
    do throws(FileError) {
      if try path.status()?.kind == .directory {
        files = try path.entriesIfPresent().sorted().filter { $0.hasSuffix(".rb") }
      }
    } catch {
      throw .file(error)
    }
    guard let files else {
      (definitions, digest) = try Self.read(path, named: name)
      return
    }
    var definitions: [Definition] = []
    var lines = ""
    for file in files {
      let (found, digest) = try Self.read(path.appending(file), named: "\(name)/\(file)")
      definitions += found
      lines += "\(file) \(digest)\n"
    }
    self.definitions = definitions
    digest = SHA256Digest(of: lines.utf8)
  }

  private static func read(
    _ path: FilePath, named name: String
  ) throws(ManifestError) -> ([Definition], SHA256Digest) {
    let found = try readManifest(at: path, named: name, limit: RegistryText.maximumByteCount) {
      (bytes) throws(SyntaxProblems) in
      (try RegistryText(parsing: bytes, path: name).definitions, SHA256Digest(of: bytes))
    }
    guard let found else { throw .file(.missing(path)) }
    return found
  }
}
