// The sets of versions that PEP 440 defines for each comparator ("Version specifiers").

extension PEP440Version {
  /// Returns the versions that satisfy `comparator` with this version.
  ///
  /// - Parameters:
  ///   - comparator: The comparator before the version.
  ///   - version: This version as a ``Version``.
  func versions(_ comparator: Comparator, of version: Version) -> VersionSet {
    switch comparator {
    case .equal: equal(version)
    case .notEqual: equal(version).complement
    case .greaterOrEqual: .atLeast(version)
    case .lessOrEqual: local.isEmpty ? .atMost(afterLocals) : .atMost(version)
    case .greater: local.isEmpty ? .after(exclusiveLowerBound) : .after(version)
    case .less: .before(exclusiveUpperBound ?? version)
    case .approximately:
      VersionSet.atLeast(version).intersection(.before(floor(ofRelease: release.bumped)))
    }
  }

  /// Returns the versions that `=` accepts: this version and, if it has no local label, all of its
  /// local versions.
  private func equal(_ version: Version) -> VersionSet {
    local.isEmpty
      ? VersionSet.atLeast(version).intersection(.atMost(afterLocals)) : .exact(version)
  }

  /// Returns the bound before the first development release of `release` in this epoch.
  func floor(ofRelease release: [Numeral]) -> Version {
    let key = Self.releaseKey(epoch: epoch, release: release)
    let epochPrefix = epoch.isZero ? "" : epoch.digits + "!"
    return bound(key, .floor, spelling: epochPrefix + release.dotted)
  }

  /// The bound after all local versions of this version.
  private var afterLocals: Version { bound(publicKey, .ceiling) }

  /// The lower bound of `>` with this version: the bound after the local versions of this version
  /// and, unless this version is itself a post-release or development release, its post-releases.
  private var exclusiveLowerBound: Version {
    post == nil && dev == nil ? bound(prereleaseKey, .ceiling) : afterLocals
  }

  /// The upper bound of `<` with this version: the bound before the prereleases and development
  /// releases of this version, or `nil` if this version is itself a prerelease or development
  /// release, so that it is the upper bound itself.
  private var exclusiveUpperBound: Version? {
    if isPrerelease { return nil }
    guard let post else { return bound(releaseKey, .floor) }
    var key = prereleaseKey
    key.append(post)
    return bound(key, .floor)
  }

  /// Returns a bound before or after all versions whose keys start with `key`.
  ///
  /// - Parameters:
  ///   - key: The common prefix.
  ///   - mark: `.floor` for the bound before the versions, or `.ceiling` for the bound after them.
  ///   - spelling: The text to display, or `nil` for the normal form of this version.
  private func bound(_ key: OrderKey, _ mark: OrderKey.Mark, spelling: String? = nil) -> Version {
    Version(boundOf: key, mark, spelling: spelling ?? normalized, scheme: .pep440)
  }
}
