// The meaning of a requirement in each scheme.

extension Requirement {
  /// Returns the versions that satisfy every clause, including prereleases and local versions.
  ///
  /// - Throws: ``VersionError`` if a clause contains a version that is invalid in `scheme`.
  package func versions(in scheme: VersionScheme) throws(VersionError) -> VersionSet {
    let read = try readClauses(in: scheme)
    var set = VersionSet.all
    for (comparator, version) in read {
      set = set.intersection(version.versions(comparator, scheme: scheme, among: read))
    }
    return set
  }

  /// Returns the policy that determines which of the versions may be chosen.
  ///
  /// Ignores `!=`, because excluding a prerelease does not request one.
  ///
  /// - Throws: ``VersionError`` if a clause contains a version that is invalid in `scheme`.
  package func policy(in scheme: VersionScheme) throws(VersionError) -> VersionPolicy {
    let named = try readClauses(in: scheme).filter { $0.comparator != .notEqual }.map(\.version)
    return VersionPolicy(
      admitsPrereleases: named.contains { $0.parts.isPrerelease },
      localVersions: Set(named.map(\.version).filter(\.isLocal)))
  }

  /// Returns whether this requirement alone admits `version`.
  ///
  /// To test many versions, call ``versions(in:)`` and ``policy(in:)`` once instead.
  ///
  /// - Throws: ``VersionError`` if a clause contains a version that is invalid in the scheme of
  ///   `version`.
  package func admits(_ version: Version) throws(VersionError) -> Bool {
    let scheme = version.scheme
    guard try versions(in: scheme).contains(version) else { return false }
    return try policy(in: scheme).admits(version)
  }

  /// Returns the clauses with their versions parsed in `scheme`.
  ///
  /// - Throws: ``VersionError`` if a version is invalid in `scheme`.
  private func readClauses(
    in scheme: VersionScheme
  ) throws(VersionError) -> [(comparator: Comparator, version: ClauseVersion)] {
    var read: [(comparator: Comparator, version: ClauseVersion)] = []
    for clause in clauses {
      read.append((clause.comparator, try ClauseVersion(clause.version, scheme: scheme)))
    }
    return read
  }
}

/// The version of a clause, both as the parts into which its scheme parses it and as a ``Version``.
private struct ClauseVersion {
  let parts: any SchemeVersion
  let version: Version

  /// Parses the version of a clause.
  ///
  /// - Throws: ``VersionError`` if `text` is not a version of `scheme`.
  init(_ text: String, scheme: VersionScheme) throws(VersionError) {
    let bytes = try Version.bytes(of: text)
    guard let parts = scheme.readInRequirement(bytes[...]) else {
      throw .malformed(text: text, scheme: scheme)
    }
    self.parts = parts
    self.version = Version(parts, spelling: text, scheme: scheme)
  }

  /// Returns the versions that satisfy `comparator` with this version.
  ///
  /// - Parameters:
  ///   - comparator: The comparator of the clause.
  ///   - scheme: The scheme of the version.
  ///   - clauses: All clauses of the requirement.
  func versions(
    _ comparator: Comparator, scheme: VersionScheme,
    among clauses: [(comparator: Comparator, version: ClauseVersion)]
  ) -> VersionSet {
    if let parts = parts as? PEP440Version { return parts.versions(comparator, of: version) }
    switch comparator {
    case .equal: return .between(version, lastBuild)
    case .notEqual: return VersionSet.between(version, lastBuild).complement
    case .greater: return .after(lastBuild)
    case .greaterOrEqual: return .atLeast(version)
    case .lessOrEqual: return .atMost(lastBuild)
    case .less:
      return excludesItsPrereleases(scheme: scheme, among: clauses)
        ? .before(.floor(ofRelease: parts.release, scheme: scheme)) : .before(version)
    case .approximately:
      let next = Version.floor(ofRelease: parts.release.bumped, scheme: scheme)
      return VersionSet.atLeast(version).intersection(.before(next))
    }
  }

  /// The bound after all builds of this version, or the version itself if it names a build or its
  /// scheme has none.
  private var lastBuild: Version {
    guard let parts = parts as? any BuildVersion, parts.build == nil else { return version }
    return Version(
      boundOf: parts.openKey.ofBuilds, .ceiling, spelling: version.spelling,
      scheme: version.scheme)
  }

  /// Returns whether `<` with this version excludes the prereleases of the version.
  ///
  /// `< 2` should exclude `2.0.0-beta.1`, which precedes 2.0.0. As in pub, Dart's package manager,
  /// a stable upper bound therefore excludes its prereleases unless another clause names one of
  /// them. RubyGems differs: there, `< 2` includes the prereleases of 2, and `< 2.a` excludes them.
  private func excludesItsPrereleases(
    scheme: VersionScheme, among clauses: [(comparator: Comparator, version: ClauseVersion)]
  ) -> Bool {
    guard scheme != .rubygems, !parts.isPrerelease, (parts as? any BuildVersion)?.build == nil
    else { return false }
    return !clauses.contains {
      $0.version.parts.isPrerelease
        && $0.version.parts.release.significant == parts.release.significant
    }
  }
}

extension Version {
  /// Returns the bound before all prereleases of `release`, in a scheme whose keys start with the
  /// release. (The keys of PEP 440 start with the epoch.)
  static func floor(ofRelease release: [Numeral], scheme: VersionScheme) -> Version {
    var key = OrderKey()
    key.append(release: release)
    return Version(boundOf: key, .floor, spelling: release.dotted, scheme: scheme)
  }
}

extension [Numeral] {
  /// The first release that `~>` excludes: 2 for 1.4, and 1.5 for 1.4.2.
  ///
  /// Drops the last number, unless it is the only one, and increments the last remaining number.
  /// The array must not be empty.
  var bumped: [Numeral] {
    let kept = count > 1 ? self[..<(count - 1)] : self[...]
    return kept.dropLast() + kept.suffix(1).map(\.successor)
  }
}
