package import Vocabulary

/// A change to the shims, or a reason that a shim does not run.
package enum ShimNotice: Hashable, Sendable {
  /// A shim was created.
  case created(ExecutableName)
  /// A shim was removed.
  case removed(ExecutableName)
  /// Shims could not be created, because other files exist at these paths.
  case occupied(paths: [String])
  /// Shims could not be created, because the file system ignores case and the names clash with
  /// others.
  case indistinct(names: [ExecutableName])
  /// New shims hide these programs on `PATH`.
  case shadowedPrograms(paths: [String])
  /// The folder of shims is not on `PATH`.
  case notOnPath(shims: String)
  /// Another program on `PATH` comes before the shim of a new executable.
  case hidden(executable: ExecutableName, by: String, shims: String)
}
