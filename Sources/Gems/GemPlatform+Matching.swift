package import Vocabulary

extension GemPlatform {
  /// Whether this is the generic platform.
  package var isGeneric: Bool { self == .ruby }

  /// Returns whether a gem for this platform runs on `platform`, by the rules of RubyGems.
  package func matches(_ platform: Platform) -> Bool { matches(GemPlatform(platform)) }

  /// Returns the distance between this platform and `platform`. The gem with the smallest distance
  /// is preferred, and a generic gem comes last.
  package func specificity(for platform: Platform) -> Int {
    specificity(for: GemPlatform(platform))
  }

  /// Returns whether a gem for this platform runs on a Ruby with the platform `local`.
  func matches(_ local: GemPlatform) -> Bool {
    if isGeneric || self == local { return true }
    return acceptsProcessor(of: local) && os == local.os && acceptsVersion(of: local)
  }

  private func acceptsProcessor(of local: GemPlatform) -> Bool {
    guard let cpu, cpu != "universal", let localCPU = local.cpu, localCPU != "universal" else {
      return true
    }
    return cpu == localCPU || cpu == "arm" && localCPU.hasPrefix("armv")
  }

  private func acceptsVersion(of local: GemPlatform) -> Bool {
    if version == local.version { return true }
    guard os == "linux" else { return version == nil || local.version == nil }
    if library == local.library { return true }
    // A gem that names no C library is assumed to run with musl, too.
    return ["musl", "musleabi", "musleabihf"].contains { local.version == $0 + (version ?? "") }
  }

  /// The C library on Linux, without `gnu`, which is the usual one, and without the variants of
  /// the calling convention of 32-bit ARM.
  private var library: String? {
    guard var rest = version?[...] else { return nil }
    if rest.hasPrefix("gnu") { rest = rest.dropFirst(3) }
    for ending in ["eabihf", "eabi"] where rest.hasSuffix(ending) {
      rest = rest.dropLast(ending.count)
      break
    }
    return rest.isEmpty ? nil : String(rest)
  }

  /// Returns the distance between this platform and that of a Ruby, with Bundler's weights.
  func specificity(for local: GemPlatform) -> Int {
    if self == local { return -1 }
    if isGeneric || local.isGeneric { return 1_000_000 }
    let byProcessor =
      cpu == local.cpu || cpu == "arm" && (local.cpu ?? "").hasPrefix("arm")
      ? 0 : cpu == nil || cpu == "universal" ? 1 : 2
    let byVersion = version == local.version ? 0 : version == nil ? 1 : 2
    return (os == local.os ? 0 : 1) + byProcessor * 10 + byVersion * 100
  }
}
