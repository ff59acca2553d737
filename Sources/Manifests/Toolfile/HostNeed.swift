package import Versions
package import Vocabulary

/// Something that a build needs from the machine, and that bootstrap never installs itself:
///
/// ```ruby
/// needs_host "make", apt: "make", dnf: "make", apk: "make"
/// needs_host "zlib.h", apt: "zlib1g-dev", dnf: "zlib-devel", apk: "zlib-dev"
/// needs_host "openssl.pc", ">= 1.1.1", apt: "libssl-dev", dnf: "openssl-devel", apk: "openssl-dev"
/// ```
package struct HostNeed: Hashable, Sendable {
  /// What a name means.
  package enum Kind: Hashable, Sendable {
    /// A program on the `PATH` of the steps.
    case program
    /// A header that the C compiler finds. Its name ends with `.h`.
    case header
    /// A library that pkg-config finds. The name ends with `.pc`, and the payload is the rest.
    case pkgConfig(String)
  }

  /// The name as the definition spells it.
  package let name: String
  /// The versions of a library that suffice. Other kinds have no versions.
  package let requirement: Requirement
  /// The name of the package that provides it, for each package manager.
  package let packages: [HostPackageManager: String]

  /// Creates a need, or returns `nil` if the name is invalid, or if a requirement is stated for
  /// something without a version.
  package init?(
    _ name: String, _ requirement: Requirement = .any,
    packages: [HostPackageManager: String] = [:]
  ) {
    self.name = name
    self.requirement = requirement
    self.packages = packages
    guard Self.isName(name) else { return nil }
    if case .pkgConfig(let module) = kind {
      if module.isEmpty { return nil }
    } else {
      if requirement != .any { return nil }
    }
  }

  /// What the name means.
  package var kind: Kind {
    if name.hasSuffix(".pc") { return .pkgConfig(String(name.dropLast(3))) }
    return name.hasSuffix(".h") ? .header : .program
  }

  /// Whether the characters are those of programs, headers, and libraries. The name of a header may
  /// contain folders. No character has a meaning for a shell or the C preprocessor.
  private static func isName(_ text: String) -> Bool {
    let bytes = text.utf8
    return !bytes.isEmpty && bytes.count <= 100 && bytes.first != UInt8(ascii: "-")
      && bytes.first != UInt8(ascii: "/")
      && (text.hasSuffix(".h") || !bytes.contains(UInt8(ascii: "/")))
      && bytes.allSatisfy { $0.isIdentifier || ".+-/".utf8.contains($0) }
  }
}
