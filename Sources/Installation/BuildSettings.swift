package import Filesystem

/// The settings of builds from source.
package struct BuildSettings: Sendable {
  /// The program that starts the steps (``StepLauncher``).
  package let launcher: FilePath
  /// The value of `$jobs`: the number of processes that a step should run at once.
  package let jobs: Int
  /// The user's compiler variables, by name.
  package let variables: [String: String]
  /// The system's `ruby`, or `nil` if there is none. It runs gems if the lock contains no Ruby for
  /// them.
  package let systemRuby: FilePath?
  /// The user's home folder, or `nil` if it is unknown. Builds cannot read it.
  package let home: FilePath?

  /// The time limit for all steps of a build. On two processors, Ruby takes four minutes, and large
  /// compilers take hours.
  static let timeLimit = Duration.seconds(4 * 60 * 60)

  /// Creates settings. See the properties.
  package init(
    launcher: FilePath, jobs: Int, variables: [String: String] = [:],
    systemRuby: FilePath? = nil, home: FilePath? = nil
  ) {
    self.home = home
    self.systemRuby = systemRuby
    self.launcher = launcher
    self.variables = variables
    self.jobs = jobs
  }
}
