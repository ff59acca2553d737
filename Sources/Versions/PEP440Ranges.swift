// Which versions PEP 440 puts on which side of a version ("Version specifiers").

extension PEP440Version {
  /// The versions that satisfy `comparator` with this version, which `version` has in full.
  func versions(_ comparator: Comparator, of version: Version) -> VersionSet {
    switch comparator {
    case .equal: equal(version)
    case .notEqual: equal(version).complement
    case .greaterOrEqual: .atLeast(version)
    case .lessOrEqual: local.isEmpty ? .atMost(afterLocals) : .atMost(version)
    case .greater: local.isEmpty ? .after(afterOwn) : .after(version)
    case .less: .before(beforeOwn ?? version)
    case .approximately:
      VersionSet.atLeast(version).intersection(.before(floor(ofRelease: release.bumped)))
    }
  }

  /// Whoever names no local version means all of them.
  private func equal(_ version: Version) -> VersionSet {
    local.isEmpty
      ? VersionSet.atLeast(version).intersection(.atMost(afterLocals)) : .exact(version)
  }

  /// Before the first development release of `release` in this epoch.
  func floor(ofRelease release: [Numeral]) -> Version {
    let key = Self.releaseKey(epoch: epoch, release: release)
    let epochPrefix = epoch.isZero ? "" : epoch.digits + "!"
    return bound(key, .floor, spelling: epochPrefix + release.dotted)
  }

  /// Behind this version's local versions.
  private var afterLocals: Version { bound(publicKey, .ceiling) }

  /// After all that `>` excludes: this version's post-releases, if possible, and local versions.
  private var afterOwn: Version {
    post == nil && dev == nil ? bound(prereleaseKey, .ceiling) : afterLocals
  }

  /// Before all that `<` excludes: this version's pre- and development releases. nil if it is one.
  private var beforeOwn: Version? {
    if isPrerelease { return nil }
    guard let post else { return bound(releaseKey, .floor) }
    var key = prereleaseKey
    key.append(post)
    return bound(key, .floor)
  }

  private func bound(_ key: OrderKey, _ mark: OrderKey.Mark, spelling: String? = nil) -> Version {
    Version(boundOf: key, mark, spelling: spelling ?? normalized, scheme: .pep440)
  }
}
