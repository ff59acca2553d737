package import Vocabulary

/// How the files of an installation become its contents.
package enum InstallationAssembly: Hashable, Sendable {
  /// Unpacks each file into a separate folder.
  case unpack
  /// Builds the contents from the artifact, which is a source archive.
  ///
  /// - Parameters:
  ///   - steps: The command lines of the POSIX shell, in their order; at least one.
  ///   - dependencies: The installed tools that the steps can run, sorted by name.
  ///   - platform: The platform to build for.
  case build(steps: [String], dependencies: [BuildDependency], platform: Platform)

  /// Creates the assembly of an artifact for `platform`. It is a build if there are steps.
  package init(steps: [String], dependencies: [BuildDependency] = [], platform: Platform) {
    self =
      steps.isEmpty ? .unpack : .build(steps: steps, dependencies: dependencies, platform: platform)
  }

  /// The steps of a build, or none.
  package var steps: [String] {
    if case .build(let steps, _, _) = self { steps } else { [] }
  }

  /// The installed tools that the steps of a build can run, sorted by name.
  package var dependencies: [BuildDependency] {
    if case .build(_, let dependencies, _) = self { dependencies } else { [] }
  }
}
