package import Vocabulary

/// The version of bootstrap itself, or its settings.
package enum ProgramNotice: Hashable, Sendable {
  /// bootstrap has replaced itself. `isRollback` is whether it went back to the version before. The
  /// versions are the same if the same build, or another one of the version, was installed.
  case updated(from: String, to: String, isRollback: Bool)
  /// bootstrap was installed in a root that had no programs.
  case installed(version: String, root: String)
  /// An interrupted update of bootstrap was finished or undone. `version` is the version of the
  /// programs since then.
  case completed(version: String)
  /// No release is newer than this bootstrap, except perhaps prereleases.
  case newestRelease(version: String)
  /// The project keeps a newer release from being used.
  case heldBack(version: String, requirement: String, origin: Origin)
  /// The user's `config` has a line with an unknown key. `nearest` lists similar keys.
  case unknownSetting(String, origin: Origin, nearest: [String])
}
