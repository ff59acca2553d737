internal import CShim
internal import LibC

/// The system interface that programs depend on if they are built on this machine.
package enum SystemInterface {
  /// The name and version of the C library, such as `glibc-2.36`, or `linux` if they cannot be
  /// determined, as with musl. On macOS, the name and the major version of the system, because
  /// minor versions do not change the interface.
  package static let current: String = {
    #if canImport(Darwin)
      let major = version?.prefix { $0 != "." } ?? ""
      return "macOS-\(major)"
    #else
      return version.map { "glibc-\($0)" } ?? "linux"
    #endif
  }()

  /// The version of the system's C library, such as `2.36`. On macOS, the version of the system,
  /// such as `15.1.1` (sysctl(3), `kern.osproductversion`). `nil` if it cannot be determined.
  ///
  /// bootstrap is linked statically and contains the C library of the machine that it was built on,
  /// so confstr(3) would return that version.
  package static var version: String? {
    #if canImport(Darwin)
      var text = [CChar](repeating: 0, count: 32)
      var count = text.count
      guard unsafe sysctlbyname("kern.osproductversion", &text, &count, nil, 0) == 0 else {
        return nil
      }
      return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    #else
      return unsafe shim_system_file().flatMap { version(ofLoader: unsafe FilePath(cString: $0)) }
    #endif
  }

  /// The maximum size of a loader in bytes. Most have about 200 KiB.
  private static let maximumLoaderSize = 16 << 20

  /// Returns the version of the C library that a loader belongs to, or `nil` unless that is glibc.
  ///
  /// Since glibc 2.33, the loader contains a text such as `stable release version 2.36.`. Earlier,
  /// the file that the path leads to was called `ld-2.31.so`.
  package static func version(ofLoader path: FilePath) -> String? {
    guard let file = try? path.resolvingLinks() else { return nil }
    let name = file.lastComponent
    if name.hasPrefix("ld-"), name.hasSuffix(".so") {
      let version = name.dropFirst(3).dropLast(3)
      if version.utf8.allSatisfy(isPartOfVersion) { return String(version) }
    }
    guard let bytes = try? file.contents(limit: maximumLoaderSize) else { return nil }
    let words = Array("release version ".utf8)
    let start = bytes.indices.first { start in
      bytes[start] == words[0] && bytes[start...].starts(with: words)
    }
    guard let start else { return nil }
    var version = bytes[(start + words.count)...].prefix(while: isPartOfVersion)
    if version.last == UInt8(ascii: ".") { version.removeLast() }
    return version.isEmpty ? nil : String(decoding: version, as: UTF8.self)
  }

  private static func isPartOfVersion(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || byte == UInt8(ascii: ".")
  }
}
