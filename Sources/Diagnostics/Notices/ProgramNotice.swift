package import Vocabulary

/// The version or settings of bootstrap itself.
package enum ProgramNotice: Hashable, Sendable {
  /// bootstrap replaced itself, with its previous version if `isRollback` is `true`. The two
  /// versions are equal if the same version was reinstalled.
  case updated(from: String, to: String, isRollback: Bool)
  /// bootstrap was installed in a new root.
  case installed(version: String, root: String)
  /// An interrupted update of bootstrap was completed or undone. `version` is the version that is
  /// installed now.
  case completed(version: String)
  /// This bootstrap is the newest release. There may be newer prereleases.
  case newestRelease(version: String)
  /// The project's requirement excludes a newer release.
  case heldBack(version: String, requirement: String, origin: Origin)
  /// The command runs another command, with these words as its command line.
  case runs([String])
  /// The command stopped at a failure. It has done its work for `done`, and nothing for `rest`.
  case stopped(done: [String], rest: [String])
  /// The user's `config` contains an unknown key. `nearest` lists similar keys.
  case unknownSetting(String, origin: Origin, nearest: [String])
  /// A line of the user's `config` has no effect because of a line of the machine's policy.
  case overruledSetting(String, origin: Origin, by: PolicyLine)
}
