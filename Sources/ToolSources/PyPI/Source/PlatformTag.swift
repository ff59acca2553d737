internal import Manifests

/// A platform tag of a wheel, such as `manylinux_2_17_x86_64` (PEP 600 for glibc, PEP 656 for
/// musl, and PEP 425 for other systems).
struct PlatformTag: Hashable, Sendable {
  /// The required system version, or `nil` for a plain `linux_…` tag, which names no C library.
  /// Such tags occur only on private indexes.
  let demand: MachineRequirement?
  /// The processor as the tag names it, such as `x86_64` or `universal2`.
  let architecture: Substring

  /// Parses a tag. Returns `nil` for a system that bootstrap does not support, such as Windows.
  init?(_ text: Substring) {
    // These tags are aliases for glibc versions 2.5, 2.12, and 2.17 (PEP 513, PEP 571, and
    // PEP 599).
    let aliases: [(prefix: String, minor: Int)] = [
      ("manylinux1_", 5), ("manylinux2010_", 12), ("manylinux2014_", 17),
    ]
    if let alias = aliases.first(where: { text.hasPrefix($0.prefix) }) {
      demand = MachineRequirement(.glibc, 2, alias.minor)
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
      demand = MachineRequirement(system, major, minor)
      architecture = fields[3]
    } else if text.hasPrefix("linux_") {
      demand = nil
      architecture = text.dropFirst("linux_".count)
    } else {
      return nil
    }
  }
}

/// The compatibility of a wheel with a platform.
enum PlatformFit: Hashable, Sendable {
  /// The wheel runs there. `demand` is the required system version, or `nil` if the wheel does
  /// not state it. `isFat` is true if the wheel also contains code for other processors.
  case runs(demand: MachineRequirement?, isFat: Bool)
  /// The wheel is for the platform, but requires a newer system than the platform guarantees.
  case requiresNewerMachine(MachineRequirement)
  /// The wheel is for other platforms only.
  case otherPlatform
}

extension WheelName {
  /// Returns the best compatibility of the wheel's platform tags with `platform`.
  func fit(_ platform: Platform) -> PlatformFit {
    var best = PlatformFit.otherPlatform
    for tag in platforms.lazy.compactMap(PlatformTag.init) {
      let fit = tag.fit(platform)
      if fit.rank < best.rank { best = fit }
    }
    return best
  }
}

extension PlatformTag {
  /// Returns the compatibility of a wheel with this tag.
  func fit(_ platform: Platform) -> PlatformFit {
    let machine = platform.machine
    guard machine.architectures.contains(architecture) else { return .otherPlatform }
    let isFat = architecture != machine.architectures[0]
    guard let demand else {
      return machine.limit.system == .macOS ? .otherPlatform : .runs(demand: nil, isFat: isFat)
    }
    guard demand.system == machine.limit.system else { return .otherPlatform }
    guard demand.isMet(by: machine.limit) else { return .requiresNewerMachine(demand) }
    // Requirements at or below the floor rank equal.
    return .runs(demand: demand.isMet(by: machine.floor) ? machine.floor : demand, isFat: isFat)
  }
}

extension PlatformFit {
  /// The order of preference, lowest first: wheels with lower requirements, then those for one
  /// processor only. A plain `linux` wheel ranks after all wheels that state their requirements.
  var rank: Rank {
    switch self {
    case .runs(let demand?, let isFat): Rank(0, demand.major, demand.minor, isFat ? 1 : 0)
    case .runs(nil, _): Rank(1, 0, 0, 0)
    case .requiresNewerMachine(let demand): Rank(2, demand.major, demand.minor, 0)
    case .otherPlatform: Rank(3, 0, 0, 0)
    }
  }

  /// A sort key that compares its numbers from left to right.
  struct Rank: Comparable {
    private let key: (Int, Int, Int, Int)

    /// Creates a key from the kind of compatibility, the version of the requirement, and 1 for
    /// wheels with code for other processors.
    init(_ kind: Int, _ major: Int, _ minor: Int, _ fat: Int) {
      key = (kind, major, minor, fat)
    }

    static func == (left: Rank, right: Rank) -> Bool { left.key == right.key }
    static func < (left: Rank, right: Rank) -> Bool { left.key < right.key }
  }
}
