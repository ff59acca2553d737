package import Manifests

extension Platform {
  /// What every machine of the platform has and the most that a tool may ask of it, with the architectures of tags that run
  /// there, its own first.
  ///
  /// On Linux the limit is the baseline, the oldest C library in wide use. On macOS bootstrap itself needs macOS 15, so every
  /// machine that installs anything has that, while the floor is where differences begin to matter.
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
  package static let glibcBaseline = MachineRequirement(.glibc, 2, 28)
  package static let muslBaseline = MachineRequirement(.musl, 1, 2)
  package static let macOSLimit = MachineRequirement(.macOS, 15, 0)
}

extension MachineRequirement {
  /// What a locked artifact asks of the machine, as far as its file name says it: a wheel's does. nil where nothing is known.
  package init?(_ artifact: Artifact) {
    guard artifact.format == .wheel, let url = artifact.urls.first,
      let file = DistributionName.fileName(ofAddress: Array(url.text.utf8)[...])
    else { return nil }
    switch WheelName(file)?.fit(artifact.platform) {
    // A lock may have been made by another rule, or by hand.
    case .runs(let demand?, _)?, .asksTooMuch(let demand)?: self = demand
    default: return nil
    }
  }
}
