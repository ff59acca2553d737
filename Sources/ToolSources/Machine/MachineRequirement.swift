/// What a program asks of the machine that it runs on.
package struct MachineRequirement: Hashable, Sendable {
  package enum System: String, Hashable, Sendable {
    case glibc, musl
    case macOS = "macOS"
  }

  package let system: System
  package let major: Int
  package let minor: Int

  package init(_ system: System, _ major: Int, _ minor: Int) {
    self.system = system
    self.major = major
    self.minor = minor
  }

  /// Whether a machine that offers `other` has what this asks.
  package func isMet(by other: MachineRequirement) -> Bool {
    system == other.system && (major, minor) <= (other.major, other.minor)
  }
}

extension MachineRequirement: CustomStringConvertible {
  /// `glibc 2.34`, `macOS 13.0`.
  package var description: String { "\(system.rawValue) \(major).\(minor)" }
}
