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
  /// Homebrew, with its formulae.
  case brew
  /// Homebrew, with its casks: programs with windows.
  case cask
  /// The program `mas`, with programs of the Mac App Store by their numbers.
  case mas

  /// The maximum length of the name of a package in bytes.
  package static let maximumNameByteCount = 100

  /// Returns whether `name` is a name in the grammar of the manager.
  ///
  /// No admitted name can be an option, a path, an address, or a group of packages, or state a
  /// version or an action. No character has a meaning for a shell, because messages contain
  /// commands with these names.
  package func admits(_ name: String) -> Bool {
    let bytes = name.utf8
    guard bytes.count <= Self.maximumNameByteCount else { return false }
    return switch self {
    case .apt: Self.isAptName(bytes)
    // A name with the ending of a package's file would be the path of one.
    case .dnf: Self.isName(bytes, allowing: "._+-") && !name.hasSuffix(".rpm")
    case .apk:
      Self.isName(bytes, allowing: "._+-")
        && !name.split(separator: ".").dropFirst().contains { $0.hasPrefix("apk") }
    case .pacman: Self.isName(bytes, allowing: "._+-@") && bytes.allSatisfy { !$0.isUppercase }
    case .brew, .cask: Self.isHomebrewName(name)
    case .mas: Self.isNumber(bytes)
    }
  }

  /// Returns the tap of Homebrew that a name states, `user/tap` for `user/tap/name`, or `nil` if it
  /// states none. A tap is the repository of anybody.
  package func tap(of name: String) -> String? {
    guard self == .brew || self == .cask, let slash = name.lastIndex(of: "/") else { return nil }
    return String(name[..<slash])
  }

  /// apt removes the package `a` for `a-`, and installs `a` for `a+` if there is no such package.
  /// `a++` can only be the name of a package, such as `g++`: without `+`, it would be `a+`.
  private static func isAptName(_ name: String.UTF8View) -> Bool {
    let isAction =
      name.last == UInt8(ascii: "-")
      || name.last == UInt8(ascii: "+") && name.dropLast().last != UInt8(ascii: "+")
    return name.count >= 2 && !isAction && isName(name, allowing: ".+-")
      && name.allSatisfy { !$0.isUppercase && $0 != UInt8(ascii: "_") }
  }

  /// Homebrew reads a name that ends with `.rb` as the path of a file.
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

  /// Returns whether a name begins with a letter or a digit and contains only letters, digits,
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
