/// Selects the package to decide next. See <doc:Resolution#Which-package-first>.
///
/// The open packages form a binary heap. Only packages whose known term or weight has changed since
/// the last decision are moved in it.
struct DecisionQueue: Sendable {
  /// The packages to decide before those of the next group.
  enum Group: Sendable {
    /// The packages that are decided in a given order. See <doc:Resolution#Hard-searches>.
    case goal(Int)

    /// The packages that the project itself requires.
    case wanted

    /// All other packages.
    case others

    /// The place of the group among all groups.
    fileprivate var place: Int32 {
      switch self {
      case .goal(let index): Int32(index)
      case .wanted: .max - 1
      case .others: .max
      }
    }
  }

  /// The rank of an open package. The package with the smallest rank is decided next.
  private struct Rank: Equatable, Sendable {
    /// The place of the group of the package among all groups.
    let group: Int32

    let package: PackageID

    /// The cost of the package. See ``DecisionQueue/next(in:)``.
    let cost: Double

    func precedes(_ other: Rank) -> Bool {
      if group != other.group { return group < other.group }
      if cost != other.cost { return cost < other.cost }
      return package < other.package
    }
  }

  /// The place of the group of each package, by number.
  private var groups: [Int32] = []

  /// The open packages as a binary heap: no element is preceded by those at `2 * index + 1` and
  /// `2 * index + 2`.
  private var heap: [Rank] = []

  /// For each package, its index in `heap`, or -1 if it is not there.
  private var places: [Int] = []

  /// Adds the package with the next number.
  mutating func addPackage() {
    groups.append(Group.others.place)
    places.append(-1)
  }

  /// Sets the group of a package. It takes effect when the solver reports the package as touched.
  mutating func setGroup(_ group: Group, of package: PackageID) {
    groups[package.index] = group.place
  }

  /// Returns the package to decide next, or `nil` if no package is open.
  ///
  /// Packages of an earlier group come first. Next come packages with a single release left, then
  /// those with the fewest releases left per conflict, where newer conflicts count more in a hard
  /// search. If conflicts are rare, the packages of the most recent ones come first instead.
  /// Ties go to the package with the smaller number, which was encountered first.
  mutating func next(in solver: inout Solver) -> PackageID? {
    while let package = solver.popTouched() { update(package, in: solver) }
    return heap.first?.package
  }

  /// Moves a package to its place in the heap, or removes it if it is not open.
  private mutating func update(_ package: PackageID, in solver: Solver) {
    let place = places[package.index]
    guard let count = solver.solution.openCount(of: package) else {
      if place >= 0 { remove(at: place) }
      return
    }
    let rank = Rank(
      group: groups[package.index], package: package,
      cost: solver.isSparse
        ? -solver.recentWeights[package.index]
        : count == 1 ? 0 : Double(count) / weight(of: package, in: solver))
    if place < 0 {
      heap.append(rank)
      places[package.index] = heap.count - 1
      moveUp(from: heap.count - 1)
    } else if rank != heap[place] {
      heap[place] = rank
      moveUp(from: place)
      moveDown(from: places[package.index])
    }
  }

  /// Returns the number of conflicts of a package by which its number of releases is divided.
  ///
  /// In a hard search, newer conflicts count more. The constant is smaller than all that recent
  /// conflicts add, but not 0, so that packages without conflicts are compared, too. A package
  /// without a conflict among the last few thousand counts as one of these.
  private func weight(of package: PackageID, in solver: Solver) -> Double {
    solver.isHard
      ? solver.recentWeights[package.index] + 1e-150 : Double(1 + solver.weights[package.index])
  }

  private mutating func remove(at place: Int) {
    places[heap[place].package.index] = -1
    let last = heap.removeLast()
    guard place < heap.count else { return }
    heap[place] = last
    places[last.package.index] = place
    moveUp(from: place)
    moveDown(from: places[last.package.index])
  }

  /// Moves an element toward the root until the one above it precedes it.
  private mutating func moveUp(from start: Int) {
    var place = start
    let rank = heap[place]
    while place > 0 {
      let above = (place - 1) / 2
      guard rank.precedes(heap[above]) else { break }
      heap[place] = heap[above]
      places[heap[place].package.index] = place
      place = above
    }
    heap[place] = rank
    places[rank.package.index] = place
  }

  /// Moves an element away from the root until it precedes those below it.
  private mutating func moveDown(from start: Int) {
    var place = start
    let rank = heap[place]
    while true {
      var below = 2 * place + 1
      guard below < heap.count else { break }
      if below + 1 < heap.count, heap[below + 1].precedes(heap[below]) { below += 1 }
      guard heap[below].precedes(rank) else { break }
      heap[place] = heap[below]
      places[heap[place].package.index] = place
      place = below
    }
    heap[place] = rank
    places[rank.package.index] = place
  }
}
