package import Manifests

extension Platform {
  /// The range of system versions that the platform supports, and its architecture tags.
  ///
  /// Every machine of the platform has at least the version `floor`, where 0.0 means that there is
  /// no known minimum. A tool may require at most `limit`. The first of `architectures` is the
  /// platform's own; programs for the other architectures run on the platform too.
  ///
  /// On Linux, the limit is the oldest C library in wide use. On macOS, bootstrap itself
  /// requires macOS 15, so every machine that installs a tool has at least that version.
  var machine: (floor: MachineRequirement, limit: MachineRequirement, architectures: [Substring]) {
    switch self {
    case .linuxX64: (MachineRequirement(.glibc, 0, 0), .glibcBaseline, ["x86_64"])
    case .linuxArm64: (MachineRequirement(.glibc, 0, 0), .glibcBaseline, ["aarch64"])
    case .linuxX64Musl: (MachineRequirement(.musl, 0, 0), .muslBaseline, ["x86_64"])
    case .linuxArm64Musl: (MachineRequirement(.musl, 0, 0), .muslBaseline, ["aarch64"])
    case .macosX64:
      (
        MachineRequirement(.macOS, 10, 13), .macOSLimit,
        ["x86_64", "universal2", "intel", "fat64", "universal"]
      )
    case .macosArm64: (MachineRequirement(.macOS, 11, 0), .macOSLimit, ["arm64", "universal2"])
    }
  }
}

extension MachineRequirement {
  /// The newest glibc that a tool may require on Linux.
  package static let glibcBaseline = MachineRequirement(.glibc, 2, 28)
  /// The newest musl that a tool may require on Linux.
  package static let muslBaseline = MachineRequirement(.musl, 1, 2)
  /// The newest macOS that a tool may require, which is the oldest that bootstrap runs on.
  package static let macOSLimit = MachineRequirement(.macOS, 15, 0)
}

extension MachineRequirement {
  /// Creates the requirement that the file name of a locked wheel states. Returns `nil` for
  /// other artifacts, and if the name states no requirement.
  package init?(_ artifact: Artifact) {
    guard artifact.format == .wheel, let url = artifact.urls.first,
      let file = DistributionName.fileName(ofAddress: Array(url.text.utf8)[...])
    else { return nil }
    switch WheelName(file)?.compatibility(artifact.platform) {
    // A requirement above the limit is possible: the lock may have been edited by hand, or
    // written by a bootstrap with another limit.
    case .runs(let requirement?, _)?, .requiresNewerMachine(let requirement)?: self = requirement
    default: return nil
    }
  }
}
