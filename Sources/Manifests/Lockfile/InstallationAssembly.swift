package import Vocabulary

/// How the files of an installation become its contents.
package enum InstallationAssembly: Hashable, Sendable {
  /// Each file is unpacked into a folder of its own.
  case unpack
  /// The steps build the contents from the unpacked artifact, which is a source archive.
  ///
  /// - Parameters:
  ///   - steps: The command lines of the POSIX shell, in their order; at least one.
  ///   - platform: The platform to build for. The source is the same for all of them.
  case build(steps: [String], platform: Platform)

  /// Creates the assembly of an artifact for `platform`: a build if there are steps.
  package init(steps: [String], platform: Platform) {
    self = steps.isEmpty ? .unpack : .build(steps: steps, platform: platform)
  }

  /// The steps of a build, or none.
  package var steps: [String] {
    if case .build(let steps, _) = self { steps } else { [] }
  }
}
