/// Which package is decided next. See <doc:Resolution#Which-package-first>.
struct Agenda: Sendable {
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
  /// What the project wants comes first, so that nothing else is paid for by an older version of
  /// it; then what has the fewest releases left; then what was met first.
  mutating func next(in solution: PartialSolution) -> PackageID? {
    var best: PackageID?
    for package in solution.open {
      guard let other = best else {
        best = package
        continue
      }
      let isWanted = entries[package.index].isWantedByProject
      if isWanted != entries[other.index].isWantedByProject {
        if isWanted { best = package }
        continue
      }
      let choices = choices(of: package, in: solution)
      let fewest = self.choices(of: other, in: solution)
      if choices < fewest || (choices == fewest && package < other) { best = package }
    }
    return best
  }

  private mutating func choices(of package: PackageID, in solution: PartialSolution) -> Int {
    guard let stamp = solution.stamp(of: package) else { return 0 }
    if entries[package.index].stamp != stamp {
      entries[package.index].stamp = stamp
      entries[package.index].choices = solution.known(of: package)?.releases.count ?? 0
    }
    return entries[package.index].choices
  }
}
