/// The version of bootstrap itself.
package enum ProgramVersion {
  /// The version, as `bootstrap --version` prints it. It follows Semantic Versioning.
  package static let text = "0.1.0"
  /// The date of the version, for the manual page.
  package static let date = "2026-11-23"
}
