/// A package manager of the system.
package enum HostPackageManager: String, CaseIterable, Sendable {
  /// Debian, Ubuntu, and others.
  case apt
  /// Fedora, Red Hat Enterprise Linux, and others.
  case dnf
  /// Alpine Linux.
  case apk
  /// Arch Linux and others.
  case pacman
  /// Homebrew.
  case brew
  /// The programs for macOS that Homebrew calls casks.
  case cask
  /// The Mac App Store, whose packages have numbers as names.
  case mas

  /// Returns whether `text` can be the name of a package. No character has a meaning for a shell,
  /// because messages contain commands with these names.
  package static func isPackageName(_ text: String) -> Bool {
    guard let first = text.utf8.first, first.isIdentifier else { return false }
    return text.utf8.count <= 100
      && text.utf8.allSatisfy { $0.isIdentifier || ".+-@/".utf8.contains($0) }
  }
}
