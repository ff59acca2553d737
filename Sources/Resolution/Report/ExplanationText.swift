/// Puts an explanation into words.
///
/// It stands here and not with the other words of the program because the grammar follows the
/// shape of the proof, case by case, and is tested against proofs. It is a pure function; how
/// names, sets, origins and requirements read is the caller's to say.
package struct ExplanationText<World: Universe> {
  /// A package: `ruby`.
  package var package: (World.Package) -> String

  /// A version: `2.5.9`.
  package var version: (World.Version) -> String

  /// A set of versions behind the name of its package: `>= 2.6`.
  package var versions: (World.Versions) -> String

  /// A requirement as its author wrote it: `~> 2.6`; empty for any version.
  package var requirement: (Dependency<World>) -> String

  /// Where a requirement of the project stands: `Toolfile:3`.
  package var origin: (World.Origin) -> String

  /// Why a version that exists cannot be chosen, behind the version: `was yanked`.
  package var obstacle: (Obstacle) -> String

  package init(
    package: @escaping (World.Package) -> String, version: @escaping (World.Version) -> String,
    versions: @escaping (World.Versions) -> String,
    requirement: @escaping (Dependency<World>) -> String,
    origin: @escaping (World.Origin) -> String, obstacle: @escaping (Obstacle) -> String
  ) {
    self.package = package
    self.version = version
    self.versions = versions
    self.requirement = requirement
    self.origin = origin
    self.obstacle = obstacle
  }

  /// The rows of the explanation, without indentation; an empty one parts two lines of thought.
  package func rows(of report: Report<World>) -> [String] {
    var rows: [String] = []
    for (place, line) in report.explanation.lines.enumerated() {
      if place > 0, line.opening == .because { rows.append("") }
      let before = place > 0 ? report.explanation.lines[place - 1] : nil
      let premises = line.premises.filter {
        line.opening != .and || !isSaid($0, by: before, report)
      }.map { phrase($0, report) }
      let conclusion =
        phrase(line.conclusion, report) + (line.number.map { " (\($0))" } ?? "")
      guard let first = premises.first else {
        rows.append((line.opening == .because ? "" : "so ") + conclusion)
        continue
      }
      rows.append((line.opening == .because ? "because " : "and because ") + first)
      rows += premises.dropFirst().map { "and " + $0 }
      rows[rows.count - 1] += ","
      rows.append(conclusion)
    }
    return rows
  }

  /// Whether a line said of all versions of a package that they cannot be had: then nobody misses others.
  private func isSaid(
    _ premise: Explanation<World>.Premise, by line: Explanation<World>.Line?,
    _ report: Report<World>
  ) -> Bool {
    guard case .fact(.noVersion(let package, _)) = premise,
      case .incompatible(let terms)? = line?.conclusion, terms.count == 1
    else { return false }
    return terms[0].isPositive && terms[0].package == package && isAll(terms[0], report)
      && report.releases[package]?.isEmpty == false
  }

  // MARK: Premises

  private func phrase(_ premise: Explanation<World>.Premise, _ report: Report<World>) -> String {
    switch premise {
    case .line(let number, let conclusion): "\(phrase(conclusion, report)) (\(number))"
    case .fact(.wanted(let wanted)): "\(origin(wanted.origin)) wants \(phrase(wanted))"
    case .fact(.limited(let limit)): "\(origin(limit.origin)) admits only \(phrase(limit))"
    case .fact(.needed(let package, let versions, let needed)):
      package == needed.package
        ? "\(every(package, versions, report)) needs itself to be \(requirement(needed))"
        : "\(every(package, versions, report)) needs \(phrase(needed))"
    case .fact(.noVersion(let package, let versions)):
      isObstructed(package, versions, report)
        ? "no version of \(some(package, versions, nil)) can be chosen"
        : "no version of \(self.package(package)) is \(self.versions(versions))"
    case .fact(.unknownPackage(let package)): "there is no \(self.package(package))"
    case .fact(.unavailable(let package, let versions, let obstacle)):
      "\(some(package, versions, report)) \(self.obstacle(obstacle))"
    }
  }

  // MARK: Conclusions

  private func phrase(
    _ conclusion: Explanation<World>.Conclusion, _ report: Report<World>
  ) -> String {
    switch conclusion {
    case .unobtainable(let wanted):
      return "\(phrase(wanted)) (\(origin(wanted.origin))) cannot be had"
    case .contradiction(let package): return "no version of \(self.package(package)) will do"
    case .incompatible(let terms):
      let chosen = terms.filter(\.isPositive)
      let needed = terms.filter { !$0.isPositive }.map { some($0.package, $0.versions, nil) }
      switch (chosen.count, needed.isEmpty) {
      case (0, _):
        return "\(needed.joined(separator: " or ")) must be chosen"
      case (1, true) where isAll(chosen[0], report):
        return "no version of \(package(chosen[0].package)) can be had"
      case (1, true):
        return "\(some(chosen[0].package, chosen[0].versions, report)) cannot be had"
      case (1, false):
        return "\(every(chosen[0].package, chosen[0].versions, report)) needs "
          + needed.joined(separator: " or ")
      case (_, true):
        return list(chosen.map { some($0.package, $0.versions, report) }) + " exclude each other"
      case (_, false):
        return list(chosen.map { some($0.package, $0.versions, report) }) + " together need "
          + needed.joined(separator: " or ")
      }
    }
  }

  // MARK: Nouns

  private func phrase(_ dependency: Dependency<World>) -> String {
    let text = requirement(dependency)
    return text.isEmpty ? package(dependency.package) : "\(package(dependency.package)) \(text)"
  }

  /// `fastlane 2.220` for one release, `fastlane >= 2.220` for several, `fastlane` for all.
  private func some(
    _ name: World.Package, _ set: World.Versions, _ report: Report<World>?
  ) -> String {
    if set == .all { return package(name) }
    if let only = only(name, set, report) { return "\(package(name)) \(version(only))" }
    return "\(package(name)) \(versions(set))"
  }

  private func every(
    _ name: World.Package, _ set: World.Versions, _ report: Report<World>
  ) -> String {
    only(name, set, report).map { "\(package(name)) \(version($0))" }
      ?? "every \(some(name, set, report))"
  }

  /// The one release in a set; nil if there are more or fewer.
  private func only(
    _ name: World.Package, _ set: World.Versions, _ report: Report<World>?
  ) -> World.Version? {
    guard let releases = report?.releases[name] else { return nil }
    let ranges = set.positions(in: releases)
    guard ranges.count == 1, let range = ranges.first, range.count == 1 else { return nil }
    return releases[range.lowerBound]
  }

  private func isAll(_ term: DerivationGraph<World>.Term, _ report: Report<World>) -> Bool {
    guard let releases = report.releases[term.package] else { return term.versions == .all }
    return term.versions == .all
      || (!releases.isEmpty && term.versions.positions(in: releases) == [releases.indices])
  }

  /// Whether there are versions in the set after all, none of which can be chosen.
  private func isObstructed(
    _ name: World.Package, _ set: World.Versions, _ report: Report<World>
  ) -> Bool {
    set == .all
      || report.hints.contains { hint in
        if case .obstructed(name, let version, _) = hint { set.contains(version) } else { false }
      }
  }

  private func list(_ nouns: [String]) -> String {
    nouns.dropLast().joined(separator: ", ") + " and " + (nouns.last ?? "")
  }
}
