package import Resolution
package import Versions

/// How a corpus writes versions and requirements.
package enum Dialect: String, Decodable, Sendable {
  case rubygems
  case pub

  package var scheme: VersionScheme {
    switch self {
    case .rubygems: .rubygems
    case .pub: .semver
    }
  }

  package func version(_ text: String) -> Version {
    do {
      return try Version(parsing: text, scheme: scheme)
    } catch {
      preconditionFailure("no version: \(text): \(error)")
    }
  }

  package func requirement(_ text: String) -> Requirement {
    do {
      return try Requirement(parsing: clauses(of: text))
    } catch {
      preconditionFailure("no requirement: \(text): \(error)")
    }
  }

  private func clauses(of text: String) -> [String] {
    guard self == .pub else { return text.isEmpty ? [] : [text] }
    if text.isEmpty || text == "any" { return [] }
    if text.hasPrefix("^") {
      let numbers = text.dropFirst().split { "-+".contains($0) }[0].split(separator: ".")
      let major = Int(numbers[0]) ?? 0
      let minor = Int(numbers[1]) ?? 0
      let limit = major > 0 ? "\(major + 1).0.0" : "0.\(minor + 1).0"
      return [">= \(text.dropFirst())", "< \(limit)"]
    }
    // `>=1.0.0 <2.0.0`, with or without a space behind the operator.
    var clauses: [String] = []
    for word in text.split(separator: " ") {
      if let last = clauses.last, last.allSatisfy({ "<>=".contains($0) }) {
        clauses[clauses.count - 1] += word
      } else {
        clauses.append(String(word))
      }
    }
    return clauses
  }
}

/// The packages of a scenario as a provider has them.
package struct ScenarioWorld: VersionProvider {
  package enum World: Universe {
    package typealias Package = String
    package typealias Versions = VersionSet
    package typealias Origin = String
  }

  /// Whose development dependencies count.
  enum Developed: Sendable {
    case nothing
    case everything
    case only(Set<String>)

    func includes(_ package: String) -> Bool {
      switch self {
      case .nothing: false
      case .everything: true
      case .only(let packages): packages.contains(package)
      }
    }
  }

  package let dialect: Dialect

  /// The project as a package that others may need, where the corpus has that.
  package let project: (name: String, version: String)?

  /// As the corpus writes them. They are read when they are asked for: an index has thousands.
  let rows: [String: [ScenarioEntry.Row]]
  let platforms: [String]?
  let overridden: Set<String>
  let isLowestFirst: Bool
  let developed: Developed

  /// The names of all packages.
  package var packages: Set<String> { Set(rows.keys) }

  /// The releases of a package, the preferred one first; nil if there is no such package.
  package func releases(of name: String) -> [PackageRelease<World>]? {
    if let project, project.name == name {
      return [PackageRelease(dialect.version(project.version), dependencies: [])]
    }
    guard let rows = rows[name] else { return nil }
    var sources: [String] = []
    var ranked: [(source: Int, release: PackageRelease<World>)] = []
    for row in rows {
      let source = row.source ?? ""
      if !sources.contains(source) { sources.append(source) }
      ranked.append((sources.firstIndex(of: source) ?? 0, release(of: name, row)))
    }
    return ranked.sorted { left, right in
      let (first, second) = (left.release.version, right.release.version)
      if left.source != right.source { return left.source < right.source }
      // pub takes a prerelease only if no stable version will do.
      if dialect == .pub, first.isPrerelease != second.isPrerelease { return second.isPrerelease }
      return isLowestFirst ? first < second : first > second
    }.map(\.release)
  }

  private func release(of name: String, _ row: ScenarioEntry.Row) -> PackageRelease<World> {
    var needs = row.needs.sorted { $0.key < $1.key }
    if developed.includes(name) {
      needs += (row.developmentNeeds ?? [:]).sorted { $0.key < $1.key }
    }
    // The project's override stands instead of what others want of the package, and an
    // overridden package may want another project.
    if overridden.contains(name) { needs.removeAll { $0.key == project?.name } }
    let version = dialect.version(row.version)
    let dependencies = needs.map { need in
      dialect.dependency(
        need.key, overridden.contains(need.key) ? "" : need.value,
        origin: "\(name) \(row.version)")
    }
    let obstacle = obstacle(to: version, builtFor: row.platform)
    return PackageRelease(version, obstacle: obstacle, dependencies: dependencies)
  }

  /// RubyGems leaves out what it was not asked for: prereleases, and builds for other machines.
  private func obstacle(to version: Version, builtFor platform: String?) -> Obstacle? {
    if let platform, let platforms {
      // `darwin` serves `x86-darwin-8`; a build for any Linux serves one with musl.
      let serves = platforms.contains {
        $0 == platform || $0.split(separator: "-").contains(Substring(platform))
          || $0 == platform + "-musl"
      }
      if !serves { return .platforms([platform]) }
    }
    return dialect == .rubygems && version.isPrerelease ? .prerelease : nil
  }

  package func listing(of package: String) async throws(Never) -> PackageListing<World> {
    releases(of: package).map { .releases($0) } ?? .unknown(similar: [])
  }

  package func needs(
    of package: String, at version: Version
  ) async throws(Never) -> ReleaseNeeds<World> {
    preconditionFailure("every release of a scenario comes with its needs")
  }
}

extension Dialect {
  package func dependency(
    _ package: String, _ text: String, origin: String
  ) -> Dependency<ScenarioWorld.World> {
    let requirement = requirement(text)
    do {
      return Dependency(
        package, try requirement.versions(in: scheme),
        admitsPrereleases: try requirement.policy(in: scheme).admitsPrereleases, origin: origin)
    } catch {
      preconditionFailure("no requirement: \(text): \(error)")
    }
  }
}

extension Scenario {
  /// What the project wants, as the resolver takes it.
  package var requirements: [Dependency<ScenarioWorld.World>] {
    wanted.map { world.dialect.dependency($0.package, $0.requirement, origin: "the project") }
  }

  /// The locked versions, but for a search that is to lower them.
  package var kept: [String: Version] {
    world.isLowestFirst ? [:] : locked.mapValues(world.dialect.version)
  }
}
