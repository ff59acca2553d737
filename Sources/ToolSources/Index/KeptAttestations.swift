internal import Cryptography
package import Filesystem
package import Layout
internal import Projects
package import Vocabulary

/// The attestations that a root and a project keep, with which proofs can be repeated without a
/// network.
///
/// ```
/// index/attestations/<hex>                  in the root
/// vendor/tools/attestations/<hex>           in the project
/// ```
///
/// The name of each file is the digest of its contents, by which a lock names it.
package struct KeptAttestations: Sendable {
  private let folder: RootFolder
  private let project: FilePath?

  /// Creates the attestations of `root`, and those in the folder of a project, if there is one.
  /// Reads nothing.
  package init(_ root: Root, for project: FilePath? = nil) {
    folder = root.attestations
    self.project = project
  }

  /// Returns the attestation with this digest, or `nil` if neither the project nor the root has it.
  /// Ignores a file with different contents.
  package func text(of digest: SHA256Digest) -> [UInt8]? {
    let name = digest.hexadecimal
    let limit = PublishedAttestation.maximumSize
    if let project {
      // A file in a repository may be a link out of it, or a pipe. It is not read.
      let path = project.appending(VendoredFiles.attestations).appending(name)
      let text = try? FileBoundary(project: project).read(path) { (file) throws(FileError) in
        try file.readToEnd(limit: limit)
      }
      if let text, SHA256.digest(of: text) == digest { return text }
    }
    guard let text = (try? folder.appending(name).contentsIfPresent(limit: limit)) ?? nil,
      SHA256.digest(of: text) == digest
    else { return nil }
    return text
  }

  /// Adds an attestation to the root.
  ///
  /// - Throws: ``FileError`` if it cannot be written.
  package func insert(_ attestation: PublishedAttestation) throws(FileError) {
    try folder.makeDirectories()
    // After a power failure, the digest reveals wrong contents.
    try folder.appending(attestation.digest.hexadecimal)
      .replaceContents(with: attestation.text, isDurable: false)
  }
}
