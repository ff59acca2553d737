package import Diagnostics
internal import Filesystem

/// A pin of a project whose executables the project may not use yet.
package struct WithheldPin: Hashable, Sendable {
  package let pin: SelectedPin
  /// What the user has not accepted of the tool. Empty if the reason is that no source has
  /// confirmed its artifact (``ConfirmedArtifacts``).
  package let requests: [TrustProblem.Request]
}
