/// A package manager of the system.
package enum HostPackageManager: String, CaseIterable, Sendable {
  /// Debian, Ubuntu, and others.
  case apt
  /// Fedora, Red Hat Enterprise Linux, and others.
  case dnf
  /// Alpine Linux.
  case apk
  /// The package manager of Arch Linux and others.
  case pacman
  /// Homebrew formulae.
  case brew
  /// Homebrew casks, which are macOS apps.
  case cask
  /// The program `mas`, which installs Mac App Store apps by their numbers.
  case mas

  /// Whether the manager itself may run `sudo`, whatever bootstrap does.
  package var mayRunSudo: Bool { self == .cask || self == .mas }

  /// The maximum length of a package name in bytes.
  package static let maximumNameByteCount = 100

  /// Returns whether `name` is a valid package name for the manager.
  ///
  /// A valid name cannot be an option, a path, an address, or a package group, and cannot contain a
  /// version or an action. It contains no shell metacharacters, because messages show commands with
  /// these names.
  package func admits(_ name: String) -> Bool {
    let bytes = name.utf8
    guard bytes.count <= Self.maximumNameByteCount else { return false }
    return switch self {
    case .apt: Self.isAptName(bytes)
    // A name with the extension of a package file would be a path.
    case .dnf: Self.isName(bytes, allowing: "._+-") && !name.hasSuffix(".rpm")
    case .apk:
      Self.isName(bytes, allowing: "._+-")
        && !name.split(separator: ".").dropFirst().contains { $0.hasPrefix("apk") }
    case .pacman: Self.isName(bytes, allowing: "._+-@") && bytes.allSatisfy { !$0.isUppercase }
    case .brew, .cask: Self.isHomebrewName(name)
    case .mas: Self.isNumber(bytes)
    }
  }

  /// Returns the Homebrew tap in a name, such as `user/tap` in `user/tap/name`, or `nil` if there
  /// is none. Anybody can publish a tap.
  package func tap(of name: String) -> String? {
    guard self == .brew || self == .cask, let slash = name.lastIndex(of: "/") else { return nil }
    return String(name[..<slash])
  }

  /// For `a-`, apt removes the package `a`, and for `a+` it installs `a`, unless there are packages
  /// with these names. `a++` can only be a package name, such as `g++`, because it would otherwise
  /// mean the invalid name `a+`.
  private static func isAptName(_ name: String.UTF8View) -> Bool {
    let isAction =
      name.last == UInt8(ascii: "-")
      || name.last == UInt8(ascii: "+") && name.dropLast().last != UInt8(ascii: "+")
    return name.count >= 2 && !isAction && isName(name, allowing: ".+-")
      && name.allSatisfy { !$0.isUppercase && $0 != UInt8(ascii: "_") }
  }

  /// Homebrew treats a name that ends with `.rb` as a path.
  private static func isHomebrewName(_ text: String) -> Bool {
    let components = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard components.count == 1 || components.count == 3, !text.hasSuffix(".rb") else {
      return false
    }
    return components.allSatisfy { isName($0, allowing: "._+-@") }
  }

  private static func isNumber(_ name: String.UTF8View) -> Bool {
    !name.isEmpty && name.count <= 12 && name.first != UInt8(ascii: "0")
      && name.allSatisfy(\.isDigit)
  }

  /// Returns whether a name starts with a letter or a digit, and contains only letters, digits,
  /// underscores, and the bytes of `others`.
  private static func isName(
    _ name: some Collection<UInt8>, allowing others: String
  ) -> Bool {
    guard let first = name.first, first.isIdentifier, first != UInt8(ascii: "_") else {
      return false
    }
    return name.allSatisfy { byte in
      byte.isIdentifier || others.utf8.contains(byte)
    }
  }
}
