internal import Vocabulary

/// A platform tag of a wheel, such as `manylinux_2_17_x86_64` (PEP 600 for glibc, PEP 656 for
/// musl, and PEP 425 for other systems).
struct PlatformTag: Hashable, Sendable {
  /// The required system version, or `nil` for a plain `linux_…` tag, which states no C library.
  /// Such tags occur only on private indexes.
  let requirement: MachineRequirement?
  /// Whether the tag is an older name of another one: `manylinux2014` of `manylinux_2_17`.
  let isAlias: Bool
  /// The processor as the tag spells it, such as `x86_64`, or `universal2` for several.
  let architecture: Substring

  /// Parses a tag. Returns `nil` for an invalid tag, and for a system that bootstrap does not
  /// support, such as Windows.
  init?(_ text: Substring) {
    // These tags are aliases for glibc versions 2.5, 2.12, and 2.17 (PEP 513, PEP 571, and
    // PEP 599).
    let aliases: [(prefix: String, minor: Int)] = [
      ("manylinux1_", 5), ("manylinux2010_", 12), ("manylinux2014_", 17),
    ]
    if let alias = aliases.first(where: { text.hasPrefix($0.prefix) }) {
      requirement = MachineRequirement(.glibc, 2, alias.minor)
      isAlias = true
      architecture = text.dropFirst(alias.prefix.count)
      return
    }
    isAlias = false
    let fields = text.split(separator: "_", maxSplits: 3, omittingEmptySubsequences: false)
    let systems: [Substring: MachineRequirement.System] = [
      "manylinux": .glibc, "musllinux": .musl, "macosx": .macOS,
    ]
    if fields.count == 4, let system = systems[fields[0]], let major = Int(fields[1]),
      let minor = Int(fields[2])
    {
      requirement = MachineRequirement(system, major, minor)
      architecture = fields[3]
    } else if text.hasPrefix("linux_") {
      requirement = nil
      architecture = text.dropFirst("linux_".count)
    } else {
      return nil
    }
  }
}

/// The compatibility of a wheel with a platform.
enum PlatformCompatibility: Hashable, Sendable {
  /// The wheel runs on the platform. `requirement` is the lowest system version that one of its
  /// tags requires, or `nil` if no tag states one.
  case runs(requirement: MachineRequirement?)
  /// The wheel is for the platform, but requires a newer system than the platform guarantees.
  case requiresNewerMachine(MachineRequirement)
  /// The wheel is for other platforms only.
  case otherPlatform
}

extension WheelName {
  /// Returns the compatibility of the wheel with `platform`, by the tag that requires least.
  func compatibility(_ platform: Platform) -> PlatformCompatibility {
    let machine = platform.machine
    let tags = platforms.lazy.compactMap(PlatformTag.init).filter { $0.isFor(platform) }
    let requirements = tags.compactMap(\.requirement)
    guard let least = requirements.min(by: { $0.isMet(by: $1) && $0 != $1 }) else {
      return tags.isEmpty ? .otherPlatform : .runs(requirement: nil)
    }
    if least.isMet(by: machine.limit) { return .runs(requirement: least) }
    return tags.contains { $0.requirement == nil }
      ? .runs(requirement: nil) : .requiresNewerMachine(least)
  }
}

extension PlatformTag {
  /// Returns whether the tag names the system and a processor of `platform`, whatever version of
  /// the system it requires.
  func isFor(_ platform: Platform) -> Bool {
    let machine = platform.machine
    guard machine.architectures.contains(architecture) else { return false }
    guard let requirement else { return machine.limit.system != .macOS }
    return requirement.system == machine.limit.system
  }
}
