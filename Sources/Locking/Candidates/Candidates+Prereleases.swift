package import Diagnostics
internal import Manifests
package import ToolSources
internal import Versions
package import Vocabulary

// The choice of a prerelease where there is no stable release.
extension Candidates {
  /// Returns the newest prerelease of a version in `versions`, such as 2.0.0-rc1 for `~> 2.0`, or
  /// `nil` if there is none. Skips prereleases that are in `versions` themselves.
  func prerelease(
    leadingTo versions: VersionSet, for platforms: [Platform]
  ) -> SourceRelease? {
    package.releases.first { release in
      guard let stable = release.version.release else { return false }
      return versions.contains(stable) && !versions.contains(release.version)
        && yanked(release) == nil && cooling(release, platforms) == nil
    }
  }

  /// Returns whether a release is a prerelease by its version or by its source.
  package static func isPrerelease(_ release: SourceRelease) -> Bool {
    release.version.isPrerelease || release.isMarkedPrerelease
  }

  /// Returns the newest release that meets every requirement. If there is no requirement and no
  /// stable release, returns the newest prerelease.
  ///
  /// - Throws: ``Problem/sources(_:)`` with the reason if there is none. If the reason is that no
  ///   file suits a platform, the files are those of the newest release.
  package func newestOrPrerelease(for platforms: [Platform]) throws(Problem) -> SourceRelease {
    if unmetRequirement(for: platforms) == nil,
      let release = likelyRelease(for: platforms, keeping: nil)
    {
      return release
    }
    guard query.requirements.allSatisfy({ $0.value == .any }) else {
      return try newest(for: platforms)
    }
    let prerelease = package.releases.first { release in
      Self.isPrerelease(release) && yanked(release) == nil && missing(release, platforms) == nil
    }
    if let prerelease { return prerelease }
    let withFiles = package.releases.filter(\.isInstallable)
    let shown = withFiles.first { !Self.isPrerelease($0) } ?? withFiles.first
    for platform in platforms {
      guard let shown, case .missing(let reason) = package.artifact(of: shown, for: platform) else {
        continue
      }
      throw problem(
        .content(.noArtifact(version: shown.version.spelling, platform: platform, reason)))
    }
    return try newest(for: platforms)
  }
}
