internal import Vocabulary

/// The place of a wheel among those that run on a platform. The least one is chosen.
///
/// This is the order of `packaging.tags`, which pip and uv follow: by interpreter, then the newest
/// system version that the platform guarantees, then the processor. Publishers test this choice. A
/// wheel for an older system is often an older build, and some of them crash.
struct WheelPreference: Comparable {
  /// The fields, most significant first.
  private let key: (interpreter: Int, major: Int, minor: Int, alias: Int, architecture: Int)

  /// Creates the place of the wheel named `name` on `platform`, or returns `nil` if the wheel does
  /// not run there.
  init?(_ name: WheelName, on platform: Platform) {
    let machine = platform.machine
    let interpreter = name.interpreters.map(Self.place).min() ?? .max
    let places = name.platforms.lazy.compactMap(PlatformTag.init).compactMap { tag in
      Self(tag, machine.architectures, interpreter: interpreter, on: platform)
    }
    guard let best = places.min() else { return nil }
    self = best
  }

  private init?(
    _ tag: PlatformTag, _ architectures: [Substring], interpreter: Int, on platform: Platform
  ) {
    guard tag.isFor(platform), let architecture = architectures.firstIndex(of: tag.architecture)
    else { return nil }
    guard let requirement = tag.requirement else {
      key = (interpreter, 1, 0, 0, architecture)
      return
    }
    guard requirement.isMet(by: platform.machine.limit) else { return nil }
    key = (
      interpreter, -requirement.major, -requirement.minor, tag.isAlias ? 1 : 0, architecture
    )
  }

  /// Returns the place of an interpreter tag. Native programs need no Python, so the order is that
  /// of a Python newer than every tag: `py3`, then `py313`, then `py312`. Tags of Python 2 come
  /// last.
  private static func place(of interpreter: Substring) -> Int {
    guard interpreter.hasPrefix("py3") else { return .max }
    let minor = interpreter.dropFirst("py3".count)
    return minor.isEmpty ? -.max : Int(minor).map { -$0 } ?? .max
  }

  static func == (left: Self, right: Self) -> Bool { left.key == right.key }
  static func < (left: Self, right: Self) -> Bool { left.key < right.key }
}
