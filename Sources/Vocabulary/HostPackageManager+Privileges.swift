extension HostPackageManager {
  /// Whether installing needs root privileges. Homebrew refuses to run as root. It asks for a
  /// password itself if a cask needs one, and so does `mas`.
  package var needsPrivileges: Bool {
    switch self {
    case .apt, .dnf, .apk, .pacman: true
    case .brew, .cask, .mas: false
    }
  }
}
