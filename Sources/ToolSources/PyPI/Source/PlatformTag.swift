internal import Manifests

/// A platform tag of a wheel, such as `manylinux_2_17_x86_64` (PEP 600 for glibc, PEP 656 for
/// musl, and PEP 425 for other systems).
struct PlatformTag: Hashable, Sendable {
  /// The required system version, or `nil` for a plain `linux_…` tag, which states no C library.
  /// Such tags occur only on private indexes.
  let requirement: MachineRequirement?
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
      architecture = text.dropFirst(alias.prefix.count)
      return
    }
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
  /// The wheel runs on the platform. `requirement` is the required system version, or `nil` if
  /// the wheel does not state it. `isUniversal` states whether the wheel also contains code for
  /// other processors.
  case runs(requirement: MachineRequirement?, isUniversal: Bool)
  /// The wheel is for the platform, but requires a newer system than the platform guarantees.
  case requiresNewerMachine(MachineRequirement)
  /// The wheel is for other platforms only.
  case otherPlatform
}

extension WheelName {
  /// Returns the best compatibility of the wheel's platform tags with `platform`.
  func compatibility(_ platform: Platform) -> PlatformCompatibility {
    var best = PlatformCompatibility.otherPlatform
    for tag in platforms.lazy.compactMap(PlatformTag.init) {
      let compatibility = tag.compatibility(platform)
      if compatibility.rank < best.rank { best = compatibility }
    }
    return best
  }
}

extension PlatformTag {
  /// Returns the compatibility with `platform` of a wheel that has this tag.
  func compatibility(_ platform: Platform) -> PlatformCompatibility {
    let machine = platform.machine
    guard machine.architectures.contains(architecture) else { return .otherPlatform }
    let isUniversal = architecture != machine.architectures[0]
    guard let requirement else {
      return machine.limit.system == .macOS
        ? .otherPlatform : .runs(requirement: nil, isUniversal: isUniversal)
    }
    guard requirement.system == machine.limit.system else { return .otherPlatform }
    guard requirement.isMet(by: machine.limit) else { return .requiresNewerMachine(requirement) }
    // Every machine meets a requirement at or below the floor, so all such wheels rank equally.
    return .runs(
      requirement: requirement.isMet(by: machine.floor) ? machine.floor : requirement,
      isUniversal: isUniversal)
  }
}

extension PlatformCompatibility {
  /// The order of preference, lowest first. Wheels with lower requirements come first, and among
  /// equal requirements, wheels for one processor only. A plain `linux` wheel ranks after all
  /// wheels that state their requirements.
  var rank: Rank {
    switch self {
    case .runs(let requirement?, let isUniversal):
      Rank(0, requirement.major, requirement.minor, isUniversal ? 1 : 0)
    case .runs(nil, _): Rank(1, 0, 0, 0)
    case .requiresNewerMachine(let requirement): Rank(2, requirement.major, requirement.minor, 0)
    case .otherPlatform: Rank(3, 0, 0, 0)
    }
  }

  /// A sort key that compares its numbers from left to right.
  struct Rank: Comparable {
    private let key: (Int, Int, Int, Int)

    /// Creates a key from the kind of compatibility, the version of the requirement, and
    /// `universal`, which is 1 for wheels with code for several processors and 0 for other wheels.
    init(_ kind: Int, _ major: Int, _ minor: Int, _ universal: Int) {
      key = (kind, major, minor, universal)
    }

    static func == (left: Rank, right: Rank) -> Bool { left.key == right.key }
    static func < (left: Rank, right: Rank) -> Bool { left.key < right.key }
  }
}
