internal import Vocabulary

/// A platform for which a file of a family is chosen. A family consists of the files of one tool.
struct AssetTarget {
  /// Whether the machines of the platform have musl.
  let requiresMusl: Bool
  private let system: AssetSystems
  private let architecture: AssetArchitectures
  private let usesRosetta: Bool
  /// Whether a file of the family names the platform's system.
  private let hasSystem: Bool
  /// Whether files of the family name Linux, but none names macOS.
  private let hasOnlyLinux: Bool
  /// Whether a file of the family names an architecture.
  private let hasArchitecture: Bool

  /// Creates a target from a platform and the names of a family.
  init(_ platform: Platform, usesRosetta: Bool, family names: [AssetName]) {
    switch platform {
    case .linuxX64, .linuxX64Musl: (system, architecture) = (.linux, .x64)
    case .linuxArm64, .linuxArm64Musl: (system, architecture) = (.linux, .arm64)
    case .macosX64: (system, architecture) = (.macOS, .x64)
    case .macosArm64: (system, architecture) = (.macOS, .arm64)
    }
    requiresMusl = platform == .linuxX64Musl || platform == .linuxArm64Musl
    self.usesRosetta = usesRosetta && platform == .macosArm64
    let systems = names.reduce(into: AssetSystems()) { $0.formUnion($1.systems) }
    hasSystem = systems.contains(system)
    hasOnlyLinux = systems.contains(.linux) && !systems.contains(.macOS)
    hasArchitecture = names.contains { !$0.architectures.isEmpty }
  }

  /// The suitability of a file for the platform.
  enum Fit: Hashable {
    case fits(Closeness)
    case rejected(AssetRejection)
  }

  /// How exactly a name states the platform, best first.
  enum Closeness: Int {
    /// The system and the architecture.
    case exact
    /// The system and several architectures.
    case universal
    /// The architecture, but no system.
    case architecture
    /// The system, but no architecture, or one of two meanings.
    case system
    /// The word `x86`, which may also mean 32 bits.
    case ambiguous
    /// Neither system nor architecture.
    case none
    /// The system and the architecture that Rosetta translates.
    case translated
  }

  /// Returns whether the file suits the platform.
  func fit(of name: AssetName) -> Fit {
    guard !name.systems.isEmpty else { return fit(withoutSystem: name) }
    guard name.systems.contains(system) else { return .rejected(.otherSystem) }
    if requiresMusl, name.library == .glibc { return .rejected(.otherLibrary) }
    return closeness(of: name.architectures).map(Fit.fits) ?? .rejected(.otherArchitecture)
  }

  /// Returns how exactly a name that states the system states the architecture, or `nil` if it
  /// states another.
  private func closeness(of stated: AssetArchitectures) -> Closeness? {
    if stated == architecture { return .exact }
    if stated.contains(architecture) || stated.contains(.universal) { return .universal }
    if system == .macOS {
      if stated.isEmpty { return .system }
      if stated == (architecture == .arm64 ? .arm : .x86) { return .exact }
      return usesRosetta && (stated == .x64 || stated == .x86) ? .translated : nil
    }
    // A file for Linux that names no architecture is for x64.
    if architecture == .arm64 { return stated == .arm ? .system : nil }
    return stated.isEmpty ? .system : stated == .x86 ? .ambiguous : nil
  }

  /// Returns whether a file whose name states no system suits the platform.
  ///
  /// Such a file is for Linux if it states an architecture, and otherwise for the systems that no
  /// other file of the family names.
  private func fit(withoutSystem name: AssetName) -> Fit {
    let stated = name.architectures
    if stated.isEmpty || stated == .universal {
      if hasSystem { return .rejected(.otherSystem) }
      // A family without any architectures consists of scripts, bytecode, or whole bundles.
      let isForX64 = stated.isEmpty && hasArchitecture && name.ending != .script
      return isForX64 && system == .linux && architecture == .arm64
        ? .rejected(.otherArchitecture) : .fits(.none)
    }
    guard system == .linux || hasOnlyLinux else { return .rejected(.otherSystem) }
    guard stated.contains(architecture) else { return .rejected(.otherArchitecture) }
    return .fits(system == .linux ? .architecture : .none)
  }
}
