// The prereleases that can be chosen. See <doc:Resolution#Prereleases>.
extension Search {
  /// Admits the prereleases named in `needs`.
  ///
  /// - Returns: Whether the search must restart, because one of the packages was already listed
  ///   without its prereleases and the facts about it no longer hold.
  mutating func admitPrereleases(namedBy needs: [Dependency<World>]) -> Bool {
    var mustRestart = false
    for index in needs.indices where needs[index].admitsPrereleases {
      let dependency = needs[index]
      guard !prereleasesNamed.contains(dependency.package),
        prereleasesAdmitted.insert(dependency.package).inserted
      else { continue }
      let listing = packageTable.number(of: dependency.package).flatMap { packageTable[$0].listing }
      mustRestart =
        mustRestart || listing?.hidden.contains { $0.isHiddenPrerelease } ?? false
    }
    return mustRestart
  }

  /// Returns the packages whose prereleases were not admitted but might lead to a solution,
  /// because a requirement in a proof accepts one of them. A release that names one may exist among
  /// those that were never tried. If the proof states that nothing names a prerelease, a hidden
  /// prerelease of any package might name it.
  func excludedPrereleases(inProofOf conclusion: IncompatibilityID) -> Set<World.Package> {
    let hidden = packageTable.entries.filter { entry in
      entry.listing?.hidden.contains { $0.isHiddenPrerelease } ?? false
    }
    if hidden.isEmpty { return [] }
    if isAboutUnnamedPrereleases(conclusion) { return Set(hidden.map(\.subject.package)) }
    var packages: Set<World.Package> = []
    for id in solver.proof(of: conclusion) {
      guard case .fact(let number) = solver.incompatibilities[id.index].cause,
        let dependency = packageTable.dependency(ofFact: number),
        let entry = hidden.first(where: { $0.subject.package == dependency.package })
      else { continue }
      let isAccepted = entry.listing?.hidden.contains {
        $0.isHiddenPrerelease && dependency.versions.contains($0.version)
      }
      if isAccepted ?? false { packages.insert(dependency.package) }
    }
    return packages
  }

  /// The packages whose prereleases might lead to a better solution than the one that was found, or
  /// none if there is no better one.
  ///
  /// Only a prerelease that a release names can be part of a solution. A release is assumed to name
  /// none if the provider has not reported its dependencies.
  var prereleasesOfBetterSolutions: Set<World.Package> {
    let hidden = packageTable.entries.filter { entry in
      entry.listing?.hidden.contains { $0.isHiddenPrerelease } ?? false
    }
    return hidden.isEmpty || hasPreferredReleases || !mayNamePrereleases
      ? [] : Set(hidden.map(\.subject.package))
  }

  /// Whether the solution has the most preferred release of each package that the project requires,
  /// as if there were no other packages.
  private var hasPreferredReleases: Bool {
    let chosen = Dictionary(uniqueKeysWithValues: solution.map { ($0.package, $0.position) })
    let versions = Dictionary(grouping: request.wanted, by: \.package).mapValues { wanted in
      wanted.reduce(World.Versions.all) { $0.intersection($1.versions) }
    }
    return versions.allSatisfy { name, versions in
      guard let package = packageTable.number(of: name), let position = chosen[package] else {
        return false
      }
      if let locked = request.locked[name], versions.contains(locked),
        packageTable[package].listing?.versions[position] != locked
      {
        return false
      }
      let accepted = packageTable.releases(of: package, in: versions)
      return decider.preferences[package.index]?.first(in: accepted) == position
    }
  }

  /// Whether a release that is known names a prerelease, or needs a package of which nothing is
  /// known.
  private var mayNamePrereleases: Bool {
    packageTable.entries.contains { entry in
      guard let listing = entry.listing else { return false }
      let hidden = listing.hidden.lazy.filter(\.isHiddenPrerelease).map(\.dependencies)
      return (listing.needs + hidden).contains { needs in
        (needs ?? []).contains { need in
          need.admitsPrereleases || packageTable.number(of: need.package) == nil
        }
      }
    }
  }

  /// Returns whether a proof states that no requirement names a prerelease.
  func isAboutUnnamedPrereleases(_ conclusion: IncompatibilityID) -> Bool {
    solver.proof(of: conclusion).contains { id in
      guard case .fact(let number) = solver.incompatibilities[id.index].cause else { return false }
      return packageTable.isAboutUnnamedPrereleases(number)
    }
  }

  /// Excludes a chosen prerelease that no chosen release names, if there is one.
  ///
  /// The new incompatibility consists of the prereleases and, for each chosen package, the releases
  /// that need only chosen packages and name no prerelease. While these are chosen, no other
  /// package is needed, so nothing names a prerelease.
  ///
  /// - Returns: Whether there is such a prerelease.
  mutating func excludeUnnamedPrerelease() -> Bool {
    let chosen = decider.decisions
    for decision in chosen {
      guard let listing = packageTable[decision.package].listing,
        listing.prereleases.contains(decision.position)
      else { continue }
      let name = packageTable[decision.package].subject.package
      let isNamed = chosen.contains { other in
        packageTable[other.package].listing?.needs[other.position]?.contains {
          $0.package == name && $0.admitsPrereleases
        } ?? false
      }
      if isNamed { continue }
      let names = Set(chosen.map { packageTable[$0.package].subject.package })
      var terms = [Term(decision.package, listing.prereleases)]
      for other in chosen {
        guard let needs = packageTable[other.package].listing?.needs else { continue }
        let silent = needs.indices.filter { index in
          needs[index]?.allSatisfy {
            names.contains($0.package) && !($0.package == name && $0.admitsPrereleases)
          } ?? false
        }
        if silent.count == needs.count { continue }
        terms.append(Term(other.package, ReleaseSet(silent.map { $0..<$0 + 1 })))
      }
      let incompatibility = Incompatibility(terms, cause: .fact(0))
      let conditions = incompatibility.terms.filter { $0.package != decision.package }.map {
        packageTable.condition($0)
      }
      let own = incompatibility.term(for: decision.package)?.releases ?? listing.prereleases
      let fact = Fact<World>.unnamedPrerelease(
        name, listing.versions(in: own), with: conditions)
      solver.add(Incompatibility(terms, cause: packageTable.cause(fact)))
      return true
    }
    return false
  }
}
