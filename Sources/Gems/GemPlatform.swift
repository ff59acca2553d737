package import Vocabulary

/// The platform that a gem is built for, in the normal form of RubyGems: a processor, an operating
/// system, and the version of the system or a C library.
package struct GemPlatform: Hashable, Sendable {
  /// The generic platform. Its gems run on any platform.
  package static let ruby = GemPlatform(cpu: nil, os: "ruby", version: nil)

  /// The processor, or `nil` if the platform names none, as `java` does.
  let cpu: String?

  let os: String

  /// The version of the system, or on Linux the C library. `nil` means any.
  let version: String?

  /// Creates a platform from its parts.
  init(cpu: String?, os: String, version: String?) {
    self.cpu = cpu
    self.os = os
    self.version = version
  }

  /// The platform in normal form, such as `x86_64-linux-gnu` or `ruby`.
  package var text: String {
    guard let cpu else { return os + (version ?? "") }
    return [cpu, os, version].compactMap(\.self).joined(separator: "-")
  }
}

extension GemPlatform: CustomStringConvertible {
  /// The platform in normal form.
  package var description: String { text }
}

extension GemPlatform {
  /// The platform of a Ruby that runs on `platform`.
  ///
  /// On macOS, RubyGems appends the major version of the kernel. The number here is that of macOS
  /// 14. Gems for a particular version of macOS are rare, and a lock covers all versions.
  package init(_ platform: Platform) {
    let parts: (cpu: String, os: String, version: String?) =
      switch platform {
      case .linuxX64: ("x86_64", "linux", nil)
      case .linuxArm64: ("aarch64", "linux", nil)
      case .linuxX64Musl: ("x86_64", "linux", "musl")
      case .linuxArm64Musl: ("aarch64", "linux", "musl")
      case .macosX64: ("x86_64", "darwin", "23")
      case .macosArm64: ("arm64", "darwin", "23")
      }
    self.init(cpu: parts.cpu, os: parts.os, version: parts.version)
  }
}
