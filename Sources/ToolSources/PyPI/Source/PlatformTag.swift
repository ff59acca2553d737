internal import Manifests

/// A platform tag of a wheel, such as `manylinux_2_17_x86_64` (PEP 600, PEP 656;
/// PEP 425 for others).
struct PlatformTag: Hashable, Sendable {
  /// The required system version. `nil` for a plain `linux_…` tag, which states no C library and
  /// occurs only on private indexes.
  let demand: MachineRequirement?
  let architecture: Substring

  /// Parses a tag. Returns `nil` if its system is none of bootstrap's platforms, as with Windows,
  /// Android and unknown systems.
  init?(_ text: Substring) {
    // Tags such as `manylinux2014_x86_64` stand for versions of glibc (PEP 513, 571, 599).
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

/// How a wheel fits a platform.
enum PlatformFit: Hashable, Sendable {
  /// The wheel runs there. `demand` is the required system version, `nil` if unstated. `isFat` is
  /// true if the wheel also contains code for other processors.
  case runs(demand: MachineRequirement?, isFat: Bool)
  /// The wheel is made for the platform, but requires a newer system than the platform guarantees.
  case requiresNewerMachine(MachineRequirement)
  /// The wheel is made for other platforms.
  case otherPlatform
}

extension WheelName {
  /// Returns the best fit among the wheel's platform tags.
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
  /// Returns how a wheel with this tag fits `platform`.
  func fit(_ platform: Platform) -> PlatformFit {
    let machine = platform.machine
    guard machine.architectures.contains(architecture) else { return .otherPlatform }
    let isFat = architecture != machine.architectures[0]
    guard let demand else {
      return machine.limit.system == .macOS ? .otherPlatform : .runs(demand: nil, isFat: isFat)
    }
    guard demand.system == machine.limit.system else { return .otherPlatform }
    guard demand.isMet(by: machine.limit) else { return .requiresNewerMachine(demand) }
    return .runs(demand: demand.isMet(by: machine.floor) ? machine.floor : demand, isFat: isFat)
  }
}

extension PlatformFit {
  /// The order of preference, lowest first: wheels with lower requirements, then those for one
  /// processor only. A plain `linux` wheel comes after all that state their requirements.
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

    init(_ kind: Int, _ major: Int, _ minor: Int, _ fat: Int) {
      key = (kind, major, minor, fat)
    }

    static func == (left: Rank, right: Rank) -> Bool { left.key == right.key }
    static func < (left: Rank, right: Rank) -> Bool { left.key < right.key }
  }
}
