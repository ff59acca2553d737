/// A minimum version of the C library or of macOS.
package struct MachineRequirement: Hashable, Sendable {
  /// A system component whose version programs depend on.
  package enum System: String, Hashable, Sendable {
    case glibc, musl
    case macOS = "macOS"
  }

  package let system: System
  package let major: Int
  package let minor: Int

  /// Creates a requirement for at least version `major.minor` of `system`.
  package init(_ system: System, _ major: Int, _ minor: Int) {
    self.system = system
    self.major = major
    self.minor = minor
  }

  /// Returns whether a machine with the system version `other` meets this requirement.
  package func isMet(by other: MachineRequirement) -> Bool {
    system == other.system && (major, minor) <= (other.major, other.minor)
  }
}

extension MachineRequirement: CustomStringConvertible {
  /// The system and its version: `glibc 2.34`, `macOS 13.0`.
  package var description: String { "\(system.rawValue) \(major).\(minor)" }
}
