internal import Manifests
package import Versions
package import Vocabulary

/// Versions to which the same lines of a definition apply.
package struct OfferedVersions: Hashable, Sendable {
  package let versions: VersionSet
  /// The first of these versions, or `nil` if no line states it.
  package let first: Version?
  /// The platforms for which the versions may have files. Empty if the definition does not offer
  /// these versions.
  package let platforms: [Platform]
}

extension AppliedDefinition {
  /// The versions that the definition offers.
  package var offered: VersionSet {
    func bound(_ limit: OfferLimit?) -> Version? {
      limit.flatMap { try? Version(parsing: $0.version.text, scheme: scheme) }
    }
    let versions = bound(oldest).map(VersionSet.atLeast) ?? .all
    return bound(until).map { versions.intersection(.before($0)) } ?? versions
  }

  /// Returns the value of an option for `version`, or `nil` if the definition does not state it.
  func option(_ key: String, for version: Version) -> Toolfile.Value? {
    options.value(of: key, for: version)
  }

  /// Returns all versions, oldest first, with the platforms for which they may have files.
  ///
  /// - Parameter catalog: The kinds of sources.
  package func offer(in catalog: SourceCatalog) -> [OfferedVersions] {
    let limits = VersionCondition(from: oldest?.version, until: until?.version)
    let conditions = all.flatMap(\.options).map(\.condition) + [limits]
    let texts = Set(conditions.flatMap { [$0.from, $0.until] }.compactMap(\.self))
    let bounds: [Version?] =
      texts.compactMap { try? Version(parsing: $0.text, scheme: scheme) }.sorted()
    return zip([nil] + bounds, bounds + [nil]).map { first, end in
      var versions = first.map(VersionSet.atLeast) ?? .all
      if let end { versions = versions.intersection(.before(end)) }
      let example = first ?? (try? Version(parsing: "0.0.0", scheme: scheme))
      return OfferedVersions(
        versions: versions, first: first,
        platforms: example.map { platforms(for: $0, in: catalog) } ?? Platform.allCases)
    }
  }

  /// Returns the platforms that the files of a version may serve, from the source that serves the
  /// most.
  private func platforms(for version: Version, in catalog: SourceCatalog) -> [Platform] {
    if !offered.contains(version) { return [] }
    let served = all.map { meaning in
      let kind = catalog[meaning.source]
      let platforms = kind?.platforms(servedBy: meaning, for: version) ?? Platform.allCases
      return platforms.filter { meaning.platforms?.contains($0) ?? true }
    }
    return served.max { $0.count < $1.count } ?? []
  }
}
