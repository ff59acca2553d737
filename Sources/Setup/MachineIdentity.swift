internal import Filesystem
internal import LibC
internal import Vocabulary

/// A digest that distinguishes machines and users without revealing them.
package enum MachineIdentity {
  /// The files that can contain the machine's id on Linux, in order of preference.
  private static let files: [FilePath] = ["/etc/machine-id", "/var/lib/dbus/machine-id"]

  /// The identity of this machine and user. A machine without an id, such as a container, is
  /// identified by the user alone.
  package static var current: String {
    of(machine: number, user: FilePath.user)
  }

  /// Returns the identity of a user on the machine with this id.
  package static func of(machine: String, user: UInt32) -> String {
    String(SHA256Digest(of: "bootstrap setup \(machine) \(user)").hexadecimal.prefix(32))
  }

  private static var number: String {
    #if canImport(Darwin)
      var identifier = [UInt8](repeating: 0, count: 16)
      var wait = timespec(tv_sec: 1, tv_nsec: 0)
      guard unsafe gethostuuid(&identifier, &wait) == 0 else { return "" }
      return identifier.map { String($0, radix: 16) }.joined(separator: "-")
    #else
      for file in files {
        if let bytes = try? file.contents(limit: 256), !bytes.isEmpty {
          return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        }
      }
      return ""
    #endif
  }
}
