package import Vocabulary

/// What a build is doing. A step has the number under which the user accepted it, so patches are
/// not counted.
package enum BuildStage: Hashable, Sendable {
  /// Applying a patch to the source.
  case patch(PartName)
  /// Running a step. The first has the number 1.
  case step(Int, of: Int)
}
