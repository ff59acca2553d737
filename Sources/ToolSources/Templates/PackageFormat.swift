package import Vocabulary

/// The format of a file according to its name.
package enum PackageFormat: Hashable, Sendable {
  /// A format that can be installed.
  case known(ArtifactFormat)
  /// A format of packages or archives that bootstrap cannot install, by the ending of the name.
  case unsupported(String)

  /// Determines the format of a file by the ending of `name`, ignoring case. A name without one of
  /// the known endings is that of a program.
  package init(of name: some StringProtocol) {
    let name = name.lowercased()
    for (ending, format) in Self.endings where name.hasSuffix(".\(ending)") {
      if let format = ArtifactFormat(format) {
        self = .known(format)
        return
      }
    }
    let ending = Self.unsupported.first { name.hasSuffix(".\($0)") }
    self = ending.map { .unsupported($0) } ?? .known(.raw)
  }

  /// The endings of formats that can be installed, as people write them.
  package static let supported = endings.map { ".\($0.ending)" }

  /// The endings with their formats. Those with two parts come before their last part.
  private static let endings: [(ending: String, format: String)] = [
    ("tar.gz", "tar.gz"), ("tgz", "tar.gz"), ("tar.xz", "tar.xz"), ("txz", "tar.xz"),
    ("tar.zst", "tar.zst"), ("tzst", "tar.zst"), ("tar.bz2", "tar.bz2"), ("tbz2", "tar.bz2"),
    ("tbz", "tar.bz2"), ("tar", "tar"), ("zip", "zip"), ("gz", "gz"), ("xz", "xz"),
    ("zst", "zst"), ("bz2", "bz2"),
  ]

  private static let unsupported = [
    "7z", "rar", "dmg", "pkg", "msi", "msix", "deb", "rpm", "apk", "snap", "flatpak", "exe", "lz",
    "lzma", "lz4", "br", "cpio", "cab", "iso", "nupkg", "whl", "gem",
  ]
}
