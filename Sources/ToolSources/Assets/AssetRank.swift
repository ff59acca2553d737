/// The order of preference among the files that suit a platform. It does not depend on the order
/// of the release's list.
///
/// The criteria are, in this order: how exactly the name states the platform, the number of words
/// without a known meaning, the C library, the format, the level of the x64 architecture, the
/// length of the name, and the name itself.
struct AssetRank: Comparable {
  private let key: (Int, Int, Int, Int, Int)
  private let name: String

  /// Creates the rank of a file for a target.
  init(_ name: AssetName, closeness: AssetTarget.Closeness, requiresMusl: Bool) {
    key = (
      closeness.rawValue, name.words.count,
      Self.position(of: name.library, requiresMusl: requiresMusl),
      Self.position(of: name.ending), name.level
    )
    self.name = name.text
  }

  /// Returns the position of a C library in the order of preference.
  ///
  /// If a release has files for both C libraries, those for musl are static and run on every
  /// machine. Those for glibc require at least the glibc of the machine that built them. But if the
  /// other file names no library, it is the usual one, and the file for musl may need musl.
  private static func position(of library: AssetLibrary?, requiresMusl: Bool) -> Int {
    switch library {
    case nil: requiresMusl ? 2 : 0
    case .isStatic: 1
    case .musl: requiresMusl ? 0 : 2
    case .glibc: 3
    }
  }

  /// Returns the position of a format in the order of preference. Archives contain manuals and
  /// completions too, so they come before bare programs.
  private static func position(of ending: AssetEnding) -> Int {
    let formats = [
      "tar.gz", "tar.xz", "tar.zst", "tar.bz2", "tar", "zip", "gz", "xz", "zst", "bz2",
    ]
    return switch ending {
    case .installable(let format): formats.firstIndex(of: format) ?? formats.count
    case .none: formats.count
    case .script: formats.count + 1
    case .appImage: formats.count + 2
    case .container, .windows, .companion, .unknown: formats.count + 3
    }
  }

  static func == (left: AssetRank, right: AssetRank) -> Bool {
    left.key == right.key && left.name == right.name
  }

  static func < (left: AssetRank, right: AssetRank) -> Bool {
    if left.key != right.key { return left.key < right.key }
    let (leftLength, rightLength) = (left.name.utf8.count, right.name.utf8.count)
    return leftLength != rightLength ? leftLength < rightLength : left.name < right.name
  }
}
