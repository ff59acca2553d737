/// Selects the package to decide next. See <doc:Resolution#Which-package-first>.
struct DecisionQueue: Sendable {
  /// The state of one package.
  private struct Entry: Sendable {
    /// Whether the project itself requires the package.
    var isRequiredByProject = false

    /// The number of releases that can still be chosen, or 0 if there is only one, so that the
    /// package sorts first.
    ///
    /// Valid while `revision` equals the current ``PartialSolution/revision(of:)`` of the package.
    var choices = 0

    /// The ``PartialSolution/revision(of:)`` at which `choices` was computed, or -1 if `choices`
    /// has not been computed yet.
    var revision = -1
  }

  /// The state of each package, by number.
  private var entries: [Entry] = []

  /// Adds the package with the next number.
  mutating func addPackage() { entries.append(Entry()) }

  /// Marks a package as required by the project itself.
  mutating func setRequiredByProject(_ package: PackageID) {
    entries[package.index].isRequiredByProject = true
  }

  /// Returns the package to decide next, or `nil` if no package is open.
  ///
  /// Packages that the project requires come first, so that decisions about other packages cannot
  /// rule out their newer versions. Next come packages with a single release left, then those with
  /// the fewest releases left per conflict. Ties go to the package with the smaller number, which
  /// was encountered first.
  mutating func next(in solver: Solver) -> PackageID? {
    var best: PackageID?
    for package in solver.solution.open {
      guard let other = best else {
        best = package
        continue
      }
      let isWanted = entries[package.index].isRequiredByProject
      if isWanted != entries[other.index].isRequiredByProject {
        if isWanted { best = package }
        continue
      }
      // Cross-multiplies to compare the quotients `choices / (1 + weight)` as integers.
      let left = choices(of: package, in: solver.solution) * (1 + solver.weights[other.index])
      let right = choices(of: other, in: solver.solution) * (1 + solver.weights[package.index])
      if left < right || (left == right && package < other) { best = package }
    }
    return best
  }

  /// Returns the number of releases that can still be chosen, or 0 if there is only one, so that
  /// the package sorts first.
  private mutating func choices(of package: PackageID, in solution: PartialSolution) -> Int {
    guard let revision = solution.revision(of: package) else { return 0 }
    if entries[package.index].revision != revision {
      entries[package.index].revision = revision
      let count = solution.known(of: package)?.releases.count ?? 0
      entries[package.index].choices = count == 1 ? 0 : count
    }
    return entries[package.index].choices
  }
}
