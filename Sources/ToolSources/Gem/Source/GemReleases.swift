internal import Gems
internal import SourceKinds
internal import Versions
internal import Vocabulary

/// The versions of a gem and their files.
struct GemReleases: Sendable {
  /// The versions, newest first.
  let releases: [SourceRelease]
  private let variants: [GemVariants]

  /// Groups the files of a gem by version. Different spellings of a version count as one.
  ///
  /// - Parameters:
  ///   - info: The page of the gem.
  ///   - platforms: The platforms of the tool.
  init(_ info: GemInfo, for platforms: [Platform]) {
    var groups: [(version: Version, gems: [IndexedGem])] = []
    var positions: [Version: Int] = [:]
    for gem in info.gems {
      guard let version = try? Version(parsing: gem.version, scheme: GemKind.scheme),
        VersionText(gem.version) != nil
      else { continue }
      if let position = positions[version] {
        // The files of another spelling have other names.
        if groups[position].version.spelling == gem.version { groups[position].gems.append(gem) }
      } else {
        positions[version] = groups.count
        groups.append((version, [gem]))
      }
    }
    groups.sort { $0.version > $1.version }
    variants = groups.map { GemVariants(gems: $0.gems) }
    releases = groups.enumerated().map { index, group in
      let files = group.gems.filter { gem in
        platforms.isEmpty || platforms.contains { gem.platform.matches($0) }
      }
      let times = files.compactMap(\.created)
      return SourceRelease(
        version: group.version, released: times.count == files.count ? times.max() : nil,
        yanked: nil, isInstallable: !files.isEmpty, index: index)
    }
  }

  /// Returns the files of a release.
  subscript(release: SourceRelease) -> GemVariants { variants[release.index] }
}
