extension HostPackageManager {
  /// Whether installing takes the rights of the superuser. Homebrew refuses them, and asks by
  /// itself where a cask needs them, as `mas` does.
  package var needsPrivileges: Bool {
    switch self {
    case .apt, .dnf, .apk, .pacman: true
    case .brew, .cask, .mas: false
    }
  }
}
