internal import Manifests

/// One platform tag of a wheel, such as `manylinux_2_17_x86_64` (PEP 600, PEP 656; PEP 425 for the others).
struct PlatformTag: Hashable, Sendable {
  /// nil for plain `linux_…`, which says nothing of the C library and which only private indexes hold.
  let demand: MachineRequirement?
  let architecture: Substring

  /// nil for a tag of a system that no platform of ours is: Windows, Android, or one not known yet.
  init?(_ text: Substring) {
    // `manylinux2014_x86_64` and its kind stand for versions of glibc (PEP 513, 571, 599).
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

/// How a wheel and a platform go together.
enum PlatformFit: Hashable, Sendable {
  /// It runs, with its minimum demand (nil if unstated). `isFat`: has other processors' code too.
  case runs(demand: MachineRequirement?, isFat: Bool)
  /// It is for such machines, but for newer ones than the platform stands for.
  case asksTooMuch(MachineRequirement)
  case isForOthers
}

extension WheelName {
  /// The best that any of its tags says for `platform`.
  func fit(_ platform: Platform) -> PlatformFit {
    var best = PlatformFit.isForOthers
    for tag in platforms.lazy.compactMap(PlatformTag.init) {
      let fit = tag.fit(platform)
      if fit.rank < best.rank { best = fit }
    }
    return best
  }
}

extension PlatformTag {
  func fit(_ platform: Platform) -> PlatformFit {
    let machine = platform.machine
    guard machine.architectures.contains(architecture) else { return .isForOthers }
    let isFat = architecture != machine.architectures[0]
    guard let demand else {
      return machine.limit.system == .macOS ? .isForOthers : .runs(demand: nil, isFat: isFat)
    }
    guard demand.system == machine.limit.system else { return .isForOthers }
    guard demand.isMet(by: machine.limit) else { return .asksTooMuch(demand) }
    return .runs(demand: demand.isMet(by: machine.floor) ? machine.floor : demand, isFat: isFat)
  }
}

extension PlatformFit {
  /// What to prefer: the one that asks least, then the one for this processor alone, and a plain `linux` wheel, which asks for
  /// nobody knows what, after all that say it.
  var rank: Rank {
    switch self {
    case .runs(let demand?, let isFat): Rank(0, demand.major, demand.minor, isFat ? 1 : 0)
    case .runs(nil, _): Rank(1, 0, 0, 0)
    case .asksTooMuch(let demand): Rank(2, demand.major, demand.minor, 0)
    case .isForOthers: Rank(3, 0, 0, 0)
    }
  }

  struct Rank: Comparable {
    private let key: (Int, Int, Int, Int)

    init(_ kind: Int, _ major: Int, _ minor: Int, _ fat: Int) {
      key = (kind, major, minor, fat)
    }

    static func == (left: Rank, right: Rank) -> Bool { left.key == right.key }
    static func < (left: Rank, right: Rank) -> Bool { left.key < right.key }
  }
}
