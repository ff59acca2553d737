/// An operating system, processor architecture, and C library for which artifacts are built.
///
/// The cases are in canonical order.
package enum Platform: String, CaseIterable, Sendable {
  case linuxX64 = "linux-x64"
  case linuxArm64 = "linux-arm64"
  case linuxX64Musl = "linux-x64-musl"
  case linuxArm64Musl = "linux-arm64-musl"
  case macosX64 = "macos-x64"
  case macosArm64 = "macos-arm64"

  /// The platforms that a lock covers if the Toolfile has no `platforms` line.
  package static let defaults: [Platform] = [.linuxX64, .linuxArm64, .macosArm64]

  #if os(macOS) && arch(arm64)
    /// The platform that this program was built for and runs on.
    package static let current = Platform.macosArm64
  #elseif os(macOS) && arch(x86_64)
    /// The platform that this program was built for and runs on.
    package static let current = Platform.macosX64
  #elseif os(Linux) && arch(arm64)
    /// The platform that this program was built for and runs on.
    package static let current = Platform.linuxArm64
  #elseif os(Linux) && arch(x86_64)
    /// The platform that this program was built for and runs on.
    package static let current = Platform.linuxX64
  #else
    #error("bootstrap has no name for this platform")
  #endif
}

extension Platform: CustomStringConvertible {
  package var description: String { rawValue }
}

extension Sequence<Platform> {
  /// The platforms in the order of their names, as a lock lists them.
  package var sortedByName: [Platform] { sorted { $0.rawValue < $1.rawValue } }
}
