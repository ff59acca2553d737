internal import LibC

/// The system interface that programs depend on if they are built on this machine.
package enum SystemInterface {
  /// The name and version of the C library, such as `glibc-2.36`, or `linux` if they cannot be
  /// determined, as with musl. On macOS, the name and the major version of the system, because
  /// minor versions do not change the interface.
  package static var current: String {
    #if canImport(Darwin)
      let version = version?.prefix { $0 != "." } ?? ""
      return "macOS-\(version)"
    #else
      return version.map { "glibc-\($0)" } ?? "linux"
    #endif
  }

  /// The version of the C library that this process uses, such as `2.36` (confstr(3)). On macOS,
  /// the version of the system, such as `15.1.1` (sysctl(3), `kern.osproductversion`). `nil` if it
  /// cannot be determined.
  package static var version: String? {
    #if canImport(Glibc)
      var text = [CChar](repeating: 0, count: 64)
      guard unsafe confstr(Int32(_CS_GNU_LIBC_VERSION), &text, text.count) > 0 else { return nil }
      // The text has the form `glibc 2.36`.
      let words = string(text).split(separator: " ")
      return words.count == 2 ? String(words[1]) : nil
    #elseif canImport(Darwin)
      var text = [CChar](repeating: 0, count: 32)
      var count = text.count
      guard unsafe sysctlbyname("kern.osproductversion", &text, &count, nil, 0) == 0 else {
        return nil
      }
      return string(text)
    #else
      return nil
    #endif
  }

  /// Returns a C string as a Swift string.
  private static func string(_ text: [CChar]) -> String {
    String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
