package import Vocabulary

/// A change to the shims, or the reason that one does not run.
package enum ShimNotice: Hashable, Sendable {
  /// A shim was created.
  case created(ExecutableName)
  /// A shim was removed.
  case removed(ExecutableName)
  /// Shims could not be created, because other files are at these paths.
  case occupied(paths: [String])
  /// Shims could not be created, because the file system folds case and these names are then those
  /// of others.
  case indistinct(names: [ExecutableName])
  /// New shims hide these programs, which come later on `PATH`.
  case shadowedPrograms(paths: [String])
  /// PATH does not contain the folder of the shims.
  case notOnPath(shims: String)
  /// A new executable does not run by its name, because PATH has another program before its shim.
  case hidden(executable: ExecutableName, by: String, shims: String)
}
