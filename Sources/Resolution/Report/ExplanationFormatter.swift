package import Diagnostics

/// Converts the packages and versions in an explanation to text, which can be read without the
/// types of this module.
///
/// The caller provides one function for each kind of value: names, versions, sets of versions,
/// requirements, origins, and obstacles.
package struct ExplanationFormatter<World: Universe>: Sendable {
  /// Returns the name of a package: `ruby`.
  package var package: @Sendable (World.Package) -> String

  /// Returns the text of a version: `2.5.9`.
  package var version: @Sendable (World.Version) -> String

  /// Returns the text of a set of versions, to follow the name of its package: `>= 2.6`.
  package var versions: @Sendable (World.Versions) -> String

  /// Returns a requirement as its author wrote it: `~> 2.6`. Empty if it accepts any version.
  package var requirement: @Sendable (Dependency<World>) -> String

  /// Returns the location of a project requirement: `Toolfile:3`.
  package var origin: @Sendable (World.Origin) -> String

  /// Returns the location that states a need, such as `tools.rb:7`, or `nil` if it is not in a
  /// file.
  package var needOrigin: @Sendable (World.Origin) -> String?

  /// Returns the names of the platforms that a platform of the universe stands for.
  package var platforms: @Sendable (World.Platform) -> [String]

  /// Converts an obstacle to the reason that a message states for excluding a version.
  package var obstacle: @Sendable (Obstacle) -> ExcludedVersion.Reason

  /// Creates a formatter from one function for each kind of value.
  package init(
    package: @escaping @Sendable (World.Package) -> String,
    version: @escaping @Sendable (World.Version) -> String,
    versions: @escaping @Sendable (World.Versions) -> String,
    requirement: @escaping @Sendable (Dependency<World>) -> String,
    origin: @escaping @Sendable (World.Origin) -> String,
    needOrigin: @escaping @Sendable (World.Origin) -> String? = { _ in nil },
    platforms: @escaping @Sendable (World.Platform) -> [String] = { ["\($0)"] },
    obstacle: @escaping @Sendable (Obstacle) -> ExcludedVersion.Reason
  ) {
    self.package = package
    self.version = version
    self.versions = versions
    self.requirement = requirement
    self.origin = origin
    self.needOrigin = needOrigin
    self.platforms = platforms
    self.obstacle = obstacle
  }

  /// Returns the lines of the explanation of a conflict.
  package func lines(of report: ConflictReport<World>) -> [VersionConflict.Line] {
    report.explanation.lines.indices.map { line($0, of: report) }
  }

  /// Returns one line of the explanation of a conflict.
  package func line(_ place: Int, of report: ConflictReport<World>) -> VersionConflict.Line {
    let line = report.explanation.lines[place]
    return VersionConflict.Line(
      opening: line.opening,
      premises: premises(of: line, at: place, report).map { premise($0, report) },
      conclusion: conclusion(line.conclusion, report), number: line.number)
  }

  /// Returns the number of rows that the explanation of a conflict has as text: one for each
  /// premise and conclusion, and an empty one before each new chain of conclusions.
  package func rowCount(of report: ConflictReport<World>) -> Int {
    report.explanation.lines.indices.reduce(0) { count, place in
      let line = report.explanation.lines.summary(at: place)
      let isApart = place > 0 && line.opening == .because
      let premiseCount =
        line.facts.contains { $0.mayAffectPremises }
        ? premises(of: report.explanation.lines[place], at: place, report).count
        : line.premiseCount
      return count + (isApart ? 1 : 0) + premiseCount + 1
    }
  }

  /// Returns the premises of a line. Omits those that only repeat the conclusion of the previous
  /// line, or follow from another one.
  private func premises(
    of line: Explanation<World>.Line, at place: Int, _ report: ConflictReport<World>
  ) -> [Explanation<World>.Premise] {
    line.premises.filter {
      (line.opening != .and || place == 0 || !isStated($0, byLine: place - 1, report))
        && !isImplied($0, by: line.premises)
    }
  }

  /// Returns whether `premise` states that versions of a package do not exist, but the line at
  /// `place` has already concluded that no version of the package can be chosen.
  private func isStated(
    _ premise: Explanation<World>.Premise, byLine place: Int, _ report: ConflictReport<World>
  ) -> Bool {
    guard case .fact(.noVersion(let package, _)) = premise,
      case .incompatible(let terms) = report.explanation.lines[place].conclusion, terms.count == 1
    else { return false }
    return terms[0].isPositive && terms[0].package == package && isAll(terms[0], report)
      && report.releases[package]?.isEmpty == false
  }

  /// Returns whether `premise` states that a package is required, and another premise states the
  /// same about the package on a platform.
  private func isImplied(
    _ premise: Explanation<World>.Premise, by others: [Explanation<World>.Premise]
  ) -> Bool {
    guard case .fact(let fact) = premise else { return false }
    return others.contains { other in
      switch (fact, other) {
      case (.wanted(let first, nil), .fact(.wanted(let second, _?))): first == second
      case (
        .needed(let first, let versions, let dependency, nil),
        .fact(.needed(let second, let others, let other, _?))
      ):
        first == second && versions == others && dependency == other
      default: false
      }
    }
  }

  /// Returns a premise with its packages and versions as text.
  private func premise(
    _ premise: Explanation<World>.Premise, _ report: ConflictReport<World>
  ) -> VersionConflict.Premise {
    switch premise {
    case .line(let number, let conclusion): .line(number, self.conclusion(conclusion, report))
    case .fact(.wanted(let wanted, let platform)):
      .wanted(self.wanted(wanted, on: platform), place: origin(wanted.origin))
    case .fact(.limited(let limit)): .limited(wanted(limit), place: origin(limit.origin))
    case .fact(.needed(let package, let versions, let needed, let platform)):
      package == needed.package
        ? .needsItself(
          each(package, versions, report), requirement: requirement(needed),
          place: needOrigin(needed.origin))
        : .needs(
          each(package, versions, report), wanted(needed, on: platform),
          place: needOrigin(needed.origin))
    case .fact(.noVersion(let package, let versions)):
      isObstructed(package, versions, report)
        ? .noneCanBeChosen(some(package, versions, nil))
        : .noVersion(tool: self.package(package), versions: self.versions(versions))
    case .fact(.unknownPackage(let package)): .unknown(tool: self.package(package))
    case .fact(.unavailable(let package, let versions, let obstacle, _)):
      .excluded(some(package, versions, report), self.obstacle(obstacle))
    case .fact(.unnamedPrerelease(let package, let versions, let others)):
      .unnamedPrerelease(
        some(package, versions, report), with: others.map { some($0.package, $0.versions, report) })
    }
  }

  /// Returns a conclusion with its packages and versions as text.
  private func conclusion(
    _ conclusion: Explanation<World>.Conclusion, _ report: ConflictReport<World>
  ) -> VersionConflict.Conclusion {
    switch conclusion {
    case .unobtainable(let wanted):
      return .unobtainable(self.wanted(wanted), place: origin(wanted.origin))
    case .contradiction(let package): return .unsatisfiable(tool: self.package(package))
    case .incompatible(let terms):
      let positive = terms.filter { $0.isPositive }
      let chosen = byTool(positive) { some($0.package, $0.versions, report) }
      let needed = byTool(terms.filter { !$0.isPositive }) { some($0.package, $0.versions, nil) }
      switch (chosen.count, needed.isEmpty) {
      case (0, _): return .required(needed)
      case (1, true) where positive.count == 1 && isAll(positive[0], report):
        return .noneAvailable(tool: package(positive[0].package))
      case (1, true): return .unavailable(chosen[0])
      case (1, false):
        // The proof may have excluded some of the versions, which need not have the need.
        let dependents = byTool(positive) { term in
          isAll(term, report) && report.hidden[term.package]?.isEmpty == false
            ? .usable(.all(tool: package(term.package)))
            : .usable(each(term.package, term.versions, report))
        }
        return .needs(dependents[0], oneOf: needed)
      case (_, true): return .excludeEachOther(chosen)
      case (_, false): return .togetherNeed(chosen, oneOf: needed)
      }
    }
  }

  /// Returns a requirement with its package and versions as text.
  private func wanted(
    _ dependency: Dependency<World>, on platform: World.Platform? = nil
  ) -> VersionConflict.ToolRequirement {
    VersionConflict.ToolRequirement(
      tool: package(dependency.package), requirement: requirement(dependency),
      platforms: platform.map(platforms) ?? [])
  }

  /// Returns conditions as text, joining those on one package and on the platforms that it is
  /// needed on. The conditions must be sorted by subject.
  ///
  /// - Parameter text: Returns a condition on versions as text.
  private func byTool(
    _ terms: [Fact<World>.Condition],
    _ text: (Fact<World>.Condition) -> VersionConflict.ToolVersions
  ) -> [VersionConflict.ToolVersions] {
    var texts: [VersionConflict.ToolVersions] = []
    var rest = terms[...]
    while let first = rest.first {
      let own = rest.prefix { $0.package == first.package }
      rest = rest.dropFirst(own.count)
      let platforms = own.compactMap { $0.platform }.flatMap(self.platforms)
      let versions =
        first.platform == nil ? text(first) : .all(tool: package(first.package))
      texts.append(platforms.isEmpty ? versions : .on(versions, platforms: platforms))
    }
    return texts
  }

  /// Returns a set of versions of a package with the package and versions as text.
  ///
  /// - Parameters:
  ///   - name: The package.
  ///   - set: The versions.
  ///   - report: The report with the releases of the package, or `nil` to describe a set that
  ///     contains a single release like any other set.
  private func some(
    _ name: World.Package, _ set: World.Versions, _ report: ConflictReport<World>?
  ) -> VersionConflict.ToolVersions {
    if set == .all { return .all(tool: package(name)) }
    if let only = only(name, set, report) {
      return .one(tool: package(name), version: version(only))
    }
    return .some(tool: package(name), versions: versions(set))
  }

  /// Returns the same text as `some`, except if the set contains all versions but only a single
  /// release exists. The text then refers to that release.
  private func each(
    _ name: World.Package, _ set: World.Versions, _ report: ConflictReport<World>
  ) -> VersionConflict.ToolVersions {
    only(name, set, report).map { .one(tool: package(name), version: version($0)) }
      ?? some(name, set, report)
  }

  /// Returns the only release in a set, or `nil` if it contains none or several, or if `report` is
  /// `nil`.
  private func only(
    _ name: World.Package, _ set: World.Versions, _ report: ConflictReport<World>?
  ) -> World.Version? {
    guard let releases = report?.releases[name] else { return nil }
    let ranges = set.positions(in: releases)
    guard ranges.count == 1, let range = ranges.first, range.count == 1 else { return nil }
    return releases[range.lowerBound]
  }

  /// Returns whether a condition covers all versions of a package, or at least all of its releases.
  private func isAll(
    _ term: Fact<World>.Condition, _ report: ConflictReport<World>
  ) -> Bool {
    guard let releases = report.releases[term.package] else { return term.versions == .all }
    return term.versions == .all
      || (!releases.isEmpty && term.versions.positions(in: releases) == [releases.indices])
  }

  /// Returns whether releases exist in a set, although none of them can be chosen. For the set of
  /// all versions, this is assumed without a check.
  private func isObstructed(
    _ name: World.Package, _ set: World.Versions, _ report: ConflictReport<World>
  ) -> Bool {
    set == .all || report.hidden[name]?.contains { set.contains($0.version) } ?? false
  }
}

extension Fact {
  /// Whether the text of a line may omit this premise, or another one because of it.
  fileprivate var mayAffectPremises: Bool {
    switch self {
    case .noVersion, .wanted(_, _?), .needed(_, _, _, _?): true
    default: false
    }
  }
}
