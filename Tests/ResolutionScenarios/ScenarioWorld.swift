package import Resolution
package import Versions

/// The syntax of versions and requirements in a corpus.
package enum Dialect: String, Sendable {
  /// RubyGems versions, and requirements such as `~> 1.4`.
  case rubygems

  /// SemVer versions, and requirements such as `^1.4.0` or `>=1.0.0 <2.0.0`.
  case pub

  /// PEP 440 versions, and requirements such as `>=1.4,<2` or `~=1.4`.
  case pep440

  /// PEP 440 versions, and Poetry's requirements, such as `^1.4` or `~1.4`.
  case poetry

  /// Any versions, and requirements that are ranges, such as `>= 1.0, < 2.0`.
  case ranges

  /// The scheme of the versions.
  package var scheme: VersionScheme {
    switch self {
    case .rubygems: .rubygems
    case .pub: .semver
    case .pep440, .poetry: .pep440
    case .ranges: .general
    }
  }

  /// Parses a version, which must be valid.
  package func version(_ text: String) -> Version {
    do {
      return try Version(parsing: text, scheme: scheme)
    } catch {
      preconditionFailure("not a version: \(text): \(error)")
    }
  }

  /// Parses a requirement in the syntax of the dialect. Returns `nil` if it is invalid.
  package func requirement(_ text: String) -> Requirement? {
    if self == .poetry || self == .pep440 {
      return text.isEmpty ? .any : Requirement(translating: text)
    }
    return try? Requirement(parsing: clauses(of: text))
  }

  /// Returns a requirement of the dialect as clauses that `Requirement` can parse.
  private func clauses(of text: String) -> [String] {
    guard self == .pub else {
      return text.split(separator: ",").map { String($0.drop { $0 == " " }) }
    }
    if text.isEmpty || text == "any" { return [] }
    if text.hasPrefix("^") {
      let numbers = text.dropFirst().split { "-+".contains($0) }[0].split(separator: ".")
      let major = Int(numbers[0]) ?? 0
      let minor = Int(numbers[1]) ?? 0
      let limit = major > 0 ? "\(major + 1).0.0" : "0.\(minor + 1).0"
      return [">= \(text.dropFirst())", "< \(limit)"]
    }
    // Splits `>=1.0.0 <2.0.0`, with or without a space after the comparators.
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

/// The test environment of a scenario: its packages, as a provider.
package struct ScenarioWorld: VersionProvider {
  /// The universe of all corpora. Packages and origins are plain text.
  package enum World: Universe {
    package typealias Package = String
    package typealias Versions = VersionSet
    package typealias Origin = String
  }

  /// The packages whose development dependencies are dependencies too.
  enum DevelopmentDependencies: Sendable {
    /// No package.
    case nothing

    /// Every package.
    case everything

    /// Only the packages with these names.
    case only(Set<String>)

    /// Returns whether the development dependencies of a package are dependencies too.
    func includes(_ package: String) -> Bool {
      switch self {
      case .nothing: false
      case .everything: true
      case .only(let packages): packages.contains(package)
      }
    }
  }

  /// The syntax of the versions and requirements.
  package let dialect: Dialect

  /// The project as a package that other packages may need, or `nil` if the corpus does not treat
  /// it as one.
  package let project: (name: String, version: String)?

  /// The releases of each package in the format of the corpus. Versions and requirements are parsed
  /// on demand, because there are thousands of releases.
  let rows: [String: [ScenarioEntry.Row]]

  /// The platforms to resolve for, or `nil` for all.
  let platforms: [String]?

  /// The packages whose requirements the project overrides.
  let overridden: Set<String>

  /// Whether older versions are preferred.
  let isLowestFirst: Bool

  /// The packages whose development dependencies are dependencies too.
  let developmentDependencies: DevelopmentDependencies

  /// The names of all packages in the corpus.
  package var packages: Set<String> { Set(rows.keys) }

  /// Returns the releases of a package, most preferred first, or `nil` if there is no such package.
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
      // pub chooses a prerelease only if no stable version is possible.
      if dialect == .pub, first.isPrerelease != second.isPrerelease { return second.isPrerelease }
      return isLowestFirst ? first < second : first > second
    }.map(\.release)
  }

  /// Returns a release in the form that the solver takes.
  private func release(of name: String, _ row: ScenarioEntry.Row) -> PackageRelease<World> {
    var needs = row.needs.sorted { $0.key < $1.key }
    if developmentDependencies.includes(name) {
      needs += (row.developmentNeeds ?? [:]).sorted { $0.key < $1.key }
    }
    // An override replaces the requirements that other packages place on the overridden package.
    // The overridden package's own requirement on the project is dropped, because it might not
    // match the project's version.
    if overridden.contains(name) { needs.removeAll { $0.key == project?.name } }
    let version = dialect.version(row.version)
    var dependencies: [Dependency<World>] = []
    for need in needs {
      let text = overridden.contains(need.key) ? "" : need.value
      guard let dependency = dialect.dependency(need.key, text, origin: "\(name) \(row.version)")
      else {
        // Some corpora have releases with invalid requirements.
        return PackageRelease(
          version, obstacles: [.metadata(detail: "\(need.key) \(text)")], dependencies: [])
      }
      dependencies.append(dependency)
    }
    let obstacle = obstacle(to: version, builtFor: row.platform)
    return PackageRelease(
      version, obstacles: obstacle.map { [$0] } ?? [], dependencies: dependencies)
  }

  /// Returns the reason why a version cannot be chosen, or `nil` if it can be.
  ///
  /// A build for another platform is excluded, and so is a RubyGems prerelease unless a requirement
  /// names one.
  private func obstacle(to version: Version, builtFor platform: String?) -> Obstacle? {
    if let platform, let platforms {
      // A `darwin` build runs on `x86-darwin-8`, and a Linux build whose platform names no libc
      // (`x86_64-linux`) also runs on `x86_64-linux-musl`.
      let serves = platforms.contains {
        $0 == platform || $0.split(separator: "-").contains(Substring(platform))
          || $0 == platform + "-musl"
      }
      if !serves { return .platforms([platform]) }
    }
    return dialect == .rubygems && version.isPrerelease ? .prerelease : nil
  }

  /// Returns the releases of a package. For an unknown package, suggests no similar names.
  package func listing(of package: String) async throws(Never) -> PackageListing<World> {
    releases(of: package).map { .releases($0) } ?? .unknown(similar: [])
  }

  /// Must not be called, because every listing includes the dependencies.
  package func needs(
    of package: String, at version: Version
  ) async throws(Never) -> ReleaseNeeds<World> {
    preconditionFailure("every release of a scenario comes with its needs")
  }
}

extension Dialect {
  /// Returns a dependency whose requirement is written in the syntax of the dialect, or `nil` if
  /// the requirement is invalid.
  package func dependency(
    _ package: String, _ text: String, origin: String
  ) -> Dependency<ScenarioWorld.World>? {
    guard let requirement = requirement(text), let versions = try? requirement.versions(in: scheme),
      let policy = try? requirement.policy(in: scheme)
    else { return nil }
    return Dependency(
      package, versions, admitsPrereleases: policy.admitsPrereleases, origin: origin)
  }
}

extension Scenario {
  /// The requirements of the project, in the form that the resolver takes.
  package var requirements: [Dependency<ScenarioWorld.World>] {
    wanted.map { wanted in
      guard
        let dependency = world.dialect.dependency(
          wanted.package, wanted.requirement, origin: "the project")
      else { preconditionFailure("not a requirement: \(wanted)") }
      return dependency
    }
  }

  /// The locked versions, or none if the search prefers older versions.
  package var kept: [String: Version] {
    world.isLowestFirst ? [:] : locked.mapValues(world.dialect.version)
  }
}
