internal import Cryptography
package import Diagnostics
package import Filesystem
package import Manifests
internal import Projects
internal import ToolSources
package import Vocabulary

/// A registry on this machine: a file, a folder of files, or an archive of files.
package struct LocalRegistry: Sendable {
  private let path: FilePath
  private let name: String
  private let origin: Origin?

  /// Creates a registry. Reads nothing.
  ///
  /// - Parameters:
  ///   - path: The file or folder.
  ///   - name: The path as messages show it.
  ///   - origin: The statement that names the registry, or `nil` if there is none.
  package init(at path: FilePath, named name: String, origin: Origin? = nil) {
    self.path = path
    self.name = name
    self.origin = origin
  }

  /// Returns the definitions and their digest.
  ///
  /// - Throws: ``Problem`` if a file cannot be read or is invalid, or if there is no definition.
  package func content() async throws(Problem) -> (
    definitions: [Definition], digest: SHA256Digest
  ) {
    let (texts, digest) = try await texts()
    return (try texts.definitions(in: name, origin: origin), digest)
  }

  /// Returns the texts, which may be invalid, and their digest.
  ///
  /// - Throws: ``Problem`` if a file cannot be read.
  package func texts() async throws(Problem) -> (texts: RegistryTexts, digest: SHA256Digest) {
    guard let archive = RegistryArchive(named: name) else {
      let files = try reading { () throws(ManifestError) in
        try RegistryFiles(at: path, named: name)
      }
      return (files.texts, files.digest)
    }
    let digest = try reading { () throws(ManifestError) in
      let digest = try readManifest(
        at: path, named: name, limit: RegistryArchive.maximumByteCount
      ) { (bytes) throws(SyntaxProblems) in SHA256.digest(of: bytes) }
      guard let digest else { throw ManifestError.file(.missing(path)) }
      return digest
    }
    return (try await archive.texts(in: path, origin: origin), digest)
  }

  private func reading<Value>(
    _ body: () throws(ManifestError) -> Value
  ) throws(Problem) -> Value {
    do {
      return try body()
    } catch {
      // The folder has a name in messages, and the path of a link in it begins with that name.
      if case .linkOutside(let path) = error { throw Problem(error) { _ in path.string } }
      throw Problem(error) { _ in name }
    }
  }
}
