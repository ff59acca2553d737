package import Filesystem

/// The settings of builds from source.
package struct BuildSettings: Sendable {
  /// The program that starts each step in its sandbox.
  package let launcher: FilePath
  /// The number of processes that a step may run at once, which it finds in `$jobs`.
  package let jobs: Int

  /// The time that all steps of a build may take together. Ruby takes 90 seconds on two processors,
  /// and the largest compilers several hours.
  static let timeLimit = Duration.seconds(4 * 60 * 60)

  /// Creates settings. See the properties.
  package init(launcher: FilePath, jobs: Int) {
    self.launcher = launcher
    self.jobs = jobs
  }
}
