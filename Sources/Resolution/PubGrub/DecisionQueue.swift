/// Which package is decided next. See <doc:Resolution#Which-package-first>.
struct DecisionQueue: Sendable {
  private struct Entry: Sendable {
    var isWantedByProject = false

    /// How many releases fit what is known of the package, with the stamp of that knowledge.
    var choices = 0
    var stamp = -1
  }

  private var entries: [Entry] = []

  /// Makes room for one more package.
  mutating func addPackage() { entries.append(Entry()) }

  /// Notes that the project itself wants a package.
  mutating func setWantedByProject(_ package: PackageID) {
    entries[package.index].isWantedByProject = true
  }

  /// The package to decide; nil if every package that must be chosen is.
  ///
  /// What the project wants is first, so that no other package costs it a newer version; then what
  /// has one release left, then few releases per contradiction, then what was met first.
  mutating func next(in solver: Solver) -> PackageID? {
    var best: PackageID?
    for package in solver.solution.open {
      guard let other = best else {
        best = package
        continue
      }
      let isWanted = entries[package.index].isWantedByProject
      if isWanted != entries[other.index].isWantedByProject {
        if isWanted { best = package }
        continue
      }
      // Releases over contradictions, compared without dividing.
      let left = choices(of: package, in: solver.solution) * (1 + solver.weights[other.index])
      let right = choices(of: other, in: solver.solution) * (1 + solver.weights[package.index])
      if left < right || (left == right && package < other) { best = package }
    }
    return best
  }

  /// How many releases fit; none where there is no choice, so that it comes first.
  private mutating func choices(of package: PackageID, in solution: PartialSolution) -> Int {
    guard let stamp = solution.stamp(of: package) else { return 0 }
    if entries[package.index].stamp != stamp {
      entries[package.index].stamp = stamp
      let count = solution.known(of: package)?.releases.count ?? 0
      entries[package.index].choices = count == 1 ? 0 : count
    }
    return entries[package.index].choices
  }
}
