package import Vocabulary

extension Toolfile {
  /// An authority whose attestations count in addition to those of the public one:
  ///
  /// ```ruby
  /// attestation_root "roots/acme.json", issuer: "https://token.acme.example"
  /// ```
  ///
  /// It vouches for the identities of one issuer, and for no others.
  package struct AttestationRoot: Hashable, Sendable {
    /// The path of the file with the root's keys, relative to the folder of the Toolfile.
    package let path: ArtifactPath
    /// The address of the issuer.
    package let issuer: String
    /// The location of the statement.
    package let origin: Origin
  }
}
