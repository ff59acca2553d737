internal import Filesystem

extension MachineRequirement {
  /// The system version of this machine, or `nil` if it cannot be determined, as with
  /// musl: the version of the C library or, on macOS, of the system.
  package static var current: MachineRequirement? {
    #if canImport(Glibc)
      SystemInterface.version.flatMap { MachineRequirement(.glibc, $0) }
    #elseif canImport(Darwin)
      SystemInterface.version.flatMap { MachineRequirement(.macOS, $0) }
    #else
      nil
    #endif
  }

  /// Parses the first two numbers of a version such as `2.36` or `15.1.1`, and ignores the rest.
  /// Returns `nil` unless the version begins with two numbers.
  init?(_ system: System, _ version: String) {
    let numbers = version.split(separator: ".")
    guard numbers.count >= 2, let major = Int(numbers[0]), let minor = Int(numbers[1]) else {
      return nil
    }
    self.init(system, major, minor)
  }
}
