internal import Diagnostics
package import Filesystem
package import Manifests
package import Vocabulary

/// The files of a registry on this machine: one file, or a folder of files whose names end with
/// `.rb`.
package struct RegistryFiles: Sendable {
  /// The texts, in the order of the files' names.
  package private(set) var texts = RegistryTexts()
  /// The digest of the text, or of the names and the digests of all texts.
  package let digest: SHA256Digest

  /// Reads a registry. Problems of its texts are part of ``texts``.
  ///
  /// - Parameters:
  ///   - path: The file or folder.
  ///   - name: The path as messages show it.
  ///   - isUsersOwn: Whether the user's settings name the registry. If not, a file in the folder
  ///     must not be a link out of its repository.
  /// - Throws: ``ManifestError`` if a file cannot be read.
  package init(
    at path: FilePath, named name: String, isUsersOwn: Bool = false
  ) throws(ManifestError) {
    guard let files = try Self.files(in: path) else {
      (texts, digest) = try Self.read(path, named: name)
      return
    }
    var lines = ""
    for file in files {
      if !isUsersOwn, path.appending(file).leadsOutside {
        throw .linkOutside(FilePath(name).appending(file))
      }
      let (found, digest) = try Self.read(path.appending(file), named: "\(name)/\(file)")
      texts.add(found)
      lines += "\(file) \(digest)\n"
    }
    digest = SHA256Digest(of: lines)
  }

  /// Returns the sorted names of the texts in a folder, or `nil` if `path` is not a folder. A
  /// subfolder, a pipe, or a device is not a text, whatever its name.
  private static func files(in path: FilePath) throws(ManifestError) -> [String]? {
    do {
      guard try path.status()?.kind == .directory else { return nil }
      var files: [String] = []
      for name in try path.entriesIfPresent() where name.hasSuffix(".rb") && !name.hasPrefix(".") {
        // A link that leads nowhere is reported when it is read.
        let kind = try path.appending(name).status()?.kind
        if kind == nil || kind == .file { files.append(name) }
      }
      return files.sorted()
    } catch {
      throw .file(error)
    }
  }

  private static func read(
    _ path: FilePath, named name: String
  ) throws(ManifestError) -> (RegistryTexts, SHA256Digest) {
    var texts = RegistryTexts()
    var digest = SHA256Digest(of: [])
    do throws(ManifestError) {
      let found: Void? = try readManifest(
        at: path, named: name, limit: RegistryText.maximumByteCount
      ) { (bytes) throws(SyntaxProblems) in
        digest = SHA256Digest(of: bytes)
        texts.add(bytes, path: name)
        if let problems = texts.problems { throw problems }
      }
      if found == nil { throw .file(.missing(path)) }
    } catch {
      guard case .syntax(let problems) = error else { throw error }
      // The text of a file outside of the folder is not shown, so nothing of it is kept.
      if problems.hidesText || texts.problems == nil {
        texts = RegistryTexts()
        texts.add(problems)
      }
    }
    return (texts, digest)
  }
}
