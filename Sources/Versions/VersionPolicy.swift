/// Which versions of a set may be chosen at all: a prerelease only if a requirement names one, a
/// local version (PEP 440) only if a requirement names that one.
///
/// Separate from ``VersionSet``, as no property of a range: `>= 1.0` rightly contains `2.0.rc1` if
/// another requirement is `>= 2.0.rc1`. A tool's policy is the union over its requirements.
package struct VersionPolicy: Sendable, Hashable {
  /// Stable, public versions.
  package static let stable = VersionPolicy(admitsPrereleases: false, localVersions: [])

  package let admitsPrereleases: Bool

  /// The local versions that are named.
  package let localVersions: Set<Version>

  package func admits(_ version: Version) -> Bool {
    if version.isPrerelease, !admitsPrereleases { return false }
    return !version.isLocal || localVersions.contains(version)
  }

  package func union(_ other: VersionPolicy) -> VersionPolicy {
    VersionPolicy(
      admitsPrereleases: admitsPrereleases || other.admitsPrereleases,
      localVersions: localVersions.union(other.localVersions))
  }
}
