// The prereleases that can be chosen. See <doc:Resolution#Prereleases>.
extension Search {
  /// Admits the prereleases named in `needs`.
  ///
  /// - Returns: Whether the search must restart, because one of the packages was already listed
  ///   without its prereleases and the facts about it no longer hold.
  mutating func admitPrereleases(namedBy needs: [Dependency<World>]) -> Bool {
    var mustRestart = false
    for dependency in needs where dependency.admitsPrereleases {
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
    let chosen = decisions
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
