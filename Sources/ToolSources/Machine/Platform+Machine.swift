internal import Manifests
internal import Vocabulary

extension Platform {
  /// The newest system version that a tool for the platform may require, and the platform's
  /// architecture tags.
  ///
  /// The first of `architectures` is the platform's own. Programs for the other ones run on the
  /// platform, too, and are preferred in their order.
  ///
  /// On Linux, the limit is the oldest C library in wide use. On macOS, bootstrap itself
  /// requires macOS 15, so every machine that installs a tool has at least that version.
  var machine: (limit: MachineRequirement, architectures: [Substring]) {
    switch self {
    case .linuxX64: (.glibcBaseline, ["x86_64"])
    case .linuxArm64: (.glibcBaseline, ["aarch64"])
    case .linuxX64Musl: (.muslBaseline, ["x86_64"])
    case .linuxArm64Musl: (.muslBaseline, ["aarch64"])
    case .macosX64: (.macOSLimit, ["x86_64", "intel", "fat64", "universal2", "universal"])
    case .macosArm64: (.macOSLimit, ["arm64", "universal2"])
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
