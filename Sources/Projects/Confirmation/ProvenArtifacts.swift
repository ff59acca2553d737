package import Diagnostics
package import Filesystem
package import Layout
package import Manifests
package import Vocabulary

/// The record of the proofs of publishers that this machine made: one empty file for each, in the
/// folder `index/proven/` of the root.
///
/// A `verified` line in a lock proves nothing by itself. Where a project requires verified
/// publishers, an install therefore verifies the attestations of each installation, but only once.
/// A file is named after the digest of the publisher, the root that vouched for it, the files, and
/// their attestations. What another project's root has vouched for counts for nobody else.
package struct ProvenArtifacts: Sendable {
  private let folder: RootFolder
  private let roots: AttestationRoots

  /// Creates the record of `root` for the attestation roots of a project, without reading it.
  ///
  /// - Throws: The problems of ``AttestationRoots/init(of:)``.
  package init(of project: Project, in root: Root) throws(Problem) {
    folder = root.proven
    roots = try AttestationRoots(of: project)
  }

  /// Returns whether the publisher of a locked tool was proved here for its files on `platform`. A
  /// tool without a `verified` line never was.
  package func contains(_ tool: LockedTool, on platform: Platform) -> Bool {
    file(for: tool, platform)?.exists ?? false
  }

  /// Records that the publisher of a locked tool was proved for its files on `platform`. Does
  /// nothing for a tool without a `verified` line.
  ///
  /// - Throws: ``FileError`` if the record cannot be written.
  package func insert(_ tool: LockedTool, on platform: Platform) throws(FileError) {
    guard let file = file(for: tool, platform), !file.exists else { return }
    try folder.makeDirectories()
    try file.createEmptyFile()
  }

  private func file(for tool: LockedTool, _ platform: Platform) -> FilePath? {
    guard let verification = tool.verification, let artifact = tool.artifact(for: platform) else {
      return nil
    }
    let parts = tool.parts(for: platform).map { part in
      (
        part.digest,
        verification[.init(part.platform, .init(part.name, part.version))]
      )
    }
    let files = [(artifact.digest, verification[.init(platform)])] + parts
    let lines = files.map { "\($0.0) \($0.1.map(\.description) ?? "")" }
    let authority = roots.digest(for: verification.publisher.issuer)?.description ?? "public"
    let text = ([verification.publisher.description, authority] + lines).joined(separator: "\n")
    return folder.appending(SHA256Digest(of: text).hexadecimal)
  }
}
