internal import LibC

extension MachineRequirement {
  /// The system version of this machine, or `nil` if it cannot be determined, as with musl. On
  /// Linux, it is the version of the C library that this process uses (confstr(3)); on macOS,
  /// that of the system (sysctl(3), `kern.osproductversion`).
  package static var current: MachineRequirement? {
    #if canImport(Glibc)
      var text = [CChar](repeating: 0, count: 64)
      guard unsafe confstr(Int32(_CS_GNU_LIBC_VERSION), &text, text.count) > 0 else { return nil }
      // The text has the form `glibc 2.36`.
      let words = Self.string(text).split(separator: " ")
      return words.count == 2 ? MachineRequirement(.glibc, String(words[1])) : nil
    #elseif canImport(Darwin)
      var text = [CChar](repeating: 0, count: 32)
      var count = text.count
      guard unsafe sysctlbyname("kern.osproductversion", &text, &count, nil, 0) == 0 else {
        return nil
      }
      return MachineRequirement(.macOS, Self.string(text))
    #else
      return nil
    #endif
  }

  /// Returns a C string as a Swift string.
  private static func string(_ text: [CChar]) -> String {
    String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
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
