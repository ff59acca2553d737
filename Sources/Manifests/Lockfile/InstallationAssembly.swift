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
  /// Installs the artifact, which is a gem, and its parts into one folder of gems.
  ///
  /// - Parameters:
  ///   - dependencies: The Ruby that runs the gems. Empty if it is the system's.
  ///   - platform: The platform of the Ruby.
  case gems(dependencies: [BuildDependency], platform: Platform)

  /// Creates the assembly of an artifact for `platform`. It is a build if there are steps.
  /// Otherwise, the format decides.
  package init(
    _ format: ArtifactFormat, steps: [String] = [], dependencies: [BuildDependency] = [],
    platform: Platform
  ) {
    self =
      if !steps.isEmpty {
        .build(steps: steps, dependencies: dependencies, platform: platform)
      } else if format == .gem {
        .gems(dependencies: dependencies, platform: platform)
      } else {
        .unpack
      }
  }

  /// The steps of a build, or none.
  package var steps: [String] {
    if case .build(let steps, _, _) = self { steps } else { [] }
  }

  /// The installed tools that the steps of a build can run, sorted by name, or the Ruby that runs
  /// gems.
  package var dependencies: [BuildDependency] {
    switch self {
    case .unpack: []
    case .build(_, let dependencies, _), .gems(let dependencies, _): dependencies
    }
  }

  /// The word in a canonical text.
  var word: String {
    switch self {
    case .unpack: "unpack"
    case .build: "build"
    case .gems: "gems"
    }
  }

  /// The platform on which the result depends, or `nil` if files are only unpacked.
  var platform: Platform? {
    switch self {
    case .unpack: nil
    case .build(_, _, let platform), .gems(_, let platform): platform
    }
  }
}
