package import Vocabulary

/// The place of a command line in a build. The user has accepted the steps by their numbers, so the
/// patches before them do not count.
package enum BuildStage: Hashable, Sendable {
  /// A patch is applied to the source.
  case patch(PartName)
  /// The step with this number, from 1, runs.
  case step(Int, of: Int)
}
