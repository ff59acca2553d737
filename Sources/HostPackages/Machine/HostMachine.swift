package import Filesystem
internal import LibC
internal import Vocabulary

/// The facts about a machine that determine how to install packages on it.
package struct HostMachine: Sendable {
  /// The folder with the system's files: `/`, except in tests.
  package let folder: FilePath
  /// Whether the user is root, and so installs packages without `sudo`.
  package let isSuperuser: Bool
  /// Whether there is a terminal on which `sudo` can ask for a password.
  package let hasTerminal: Bool
  /// Whether the system is macOS.
  package let isMac: Bool

  /// Creates a description. See the properties.
  package init(folder: FilePath, isSuperuser: Bool, hasTerminal: Bool, isMac: Bool) {
    self.folder = folder
    self.isSuperuser = isSuperuser
    self.hasTerminal = hasTerminal
    self.isMac = isMac
  }

  /// This machine.
  ///
  /// - Parameter mayAsk: Whether `sudo` may ask the user for a password. It asks on the controlling
  ///   terminal, wherever the standard streams lead.
  package static func current(mayAsk: Bool = true) -> HostMachine {
    #if canImport(Darwin)
      let isMac = true
    #else
      let isMac = false
    #endif
    let hasTerminal = (try? FileDescriptor.open("/dev/tty", .read)) != nil
    return HostMachine(
      folder: "/", isSuperuser: geteuid() == 0, hasTerminal: mayAsk && hasTerminal, isMac: isMac)
  }

  /// The managers that this machine can have, in order of preference. Homebrew is first on macOS,
  /// and last on Linux, where it only adds to the system's manager.
  var managers: [HostPackageManager] {
    isMac ? [.brew, .cask, .mas] : systemManagers + [.brew]
  }

  /// The managers of this Linux system. A manager's program alone proves nothing: `dnf` can be
  /// there to build images, and a game can have the same name.
  private var systemManagers: [HostPackageManager] {
    let own = distributions.lazy.compactMap { Self.managers[$0] }.first
    return (own.map { [$0] } ?? [.apt, .dnf, .apk, .pacman]).filter { manager in
      manager.rules.databases.contains { path($0).exists }
    }
  }

  private static let managers: [String: HostPackageManager] = [
    "debian": .apt, "ubuntu": .apt, "fedora": .dnf, "rhel": .dnf, "centos": .dnf,
    "alpine": .apk, "arch": .pacman,
  ]

  /// The names of the distribution and of similar ones (os-release(5)).
  private var distributions: [String] {
    let bytes = ["/etc/os-release", "/usr/lib/os-release"].lazy
      .compactMap { try? path($0).contents(limit: 1 << 16) }.first
    let lines = String(decoding: bytes ?? [], as: UTF8.self).split(separator: "\n")
    return ["ID=", "ID_LIKE="].flatMap { name in
      lines.filter { $0.hasPrefix(name) }.flatMap { line in
        line.dropFirst(name.count).split { $0 == " " || $0 == "\"" || $0 == "'" }.map(String.init)
      }
    }
  }

  /// Returns the path of a file of the system.
  func path(_ absolute: String) -> FilePath {
    folder.appending(FilePath(String(absolute.dropFirst())))
  }
}
