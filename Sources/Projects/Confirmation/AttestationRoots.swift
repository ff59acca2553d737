package import Diagnostics
internal import Filesystem
internal import Manifests
package import Vocabulary

/// The additional attestation roots of a project, with the contents of their files.
///
/// The files are read once. `TrustGate.accepted(_:)` therefore returns what the user accepted, even
/// if a file changes in between.
package struct AttestationRoots: Sendable {
  /// The authority whose keys a file contains.
  package struct Authority: Hashable, Sendable {
    /// The contents of the file.
    package let bytes: [UInt8]
    /// The only issuer for which the authority vouches.
    package let issuer: String
  }

  /// The maximum size of a file in bytes. The root of the public authority takes about 10 KB.
  private static let maximumByteCount = 1024 * 1024

  /// The project.
  package let project: Project
  /// The authorities, in the order of the Toolfile.
  package let authorities: [Authority]

  /// Reads the files of a project's `attestation_root` statements. Reads nothing if there are none.
  ///
  /// - Throws: ``Problem/project(_:)`` if a file is missing, unreadable, or a link out of the
  ///   repository, or ``Problem/syntax(_:)`` if it is too large.
  package init(of project: Project) throws(Problem) {
    self.project = project
    var authorities: [Authority] = []
    for statement in project.toolfile.attestationRoots {
      let bytes = try Self.contents(of: statement, in: project)
      authorities.append(Authority(bytes: bytes, issuer: statement.issuer))
    }
    self.authorities = authorities
  }

  /// Returns the contents of the file that a statement names.
  private static func contents(
    of statement: Toolfile.AttestationRoot, in project: Project
  ) throws(Problem) -> [UInt8] {
    let name = statement.path.text
    let file = project.filesFolder.appending(name)
    do throws(ManifestError) {
      if file.leadsOutside(ofRepositoryWith: project.filesFolder) { throw .linkOutside(file) }
      let bytes = try readManifest(
        at: file, named: name, limit: maximumByteCount
      ) { (bytes) throws(SyntaxProblems) in bytes }
      if let bytes { return bytes }
    } catch {
      throw Problem(error) { _ in name }
    }
    throw .project(.file(.missingAttestationRoot(path: name, statement: statement.origin)))
  }

  /// Returns the digest of the root that vouches for an issuer, or `nil` if only the root of the
  /// public instance may.
  package func digest(for issuer: String?) -> SHA256Digest? {
    authorities.first { $0.issuer == issuer }.map { SHA256Digest(of: $0.bytes) }
  }

  /// The requests for consent to the roots. A file with other contents is another request.
  package var requests: [TrustProblem.Request] {
    zip(project.toolfile.attestationRoots, authorities).map { statement, authority in
      TrustProblem.Request(
        .attestationRoot(issuer: authority.issuer, digest: SHA256Digest(of: authority.bytes)),
        origin: statement.origin)
    }
  }
}
