internal import Synchronization

/// The versions of one package, divided into cells: sets of versions that no fact of a proof
/// distinguishes.
///
/// Every set of versions in a proof is a union of cells, so the indices of its cells represent it.
/// Operations on the indices are much cheaper than those on versions. Unlike the releases, the
/// cells include all versions that may exist. See <doc:Resolution#Sets-of-releases>.
final class VersionCells<World: Universe>: Sendable {
  /// The cells, which are disjoint and contain all versions.
  private let cells: [World.Versions]

  /// The indices of the cells of each set of versions that was converted.
  private let indices: Mutex<[World.Versions: ReleaseSet]>

  /// The versions in each set of cells that was converted.
  private let versions: Mutex<[ReleaseSet: World.Versions]>

  /// The cells that contain a release that can be chosen.
  let inhabited: ReleaseSet

  /// Divides the versions of a package.
  ///
  /// - Parameters:
  ///   - sets: The sets of versions that the facts of the proof mention.
  ///   - releases: The releases that can be chosen, ascending.
  init(of sets: [World.Versions], releases: [World.Version]) {
    var cells = [World.Versions.all]
    for set in sets {
      let complement = set.complement
      cells = cells.flatMap { cell in
        [cell.intersection(set), cell.intersection(complement)].filter { !$0.isEmpty }
      }
    }
    self.cells = cells
    inhabited = ReleaseSet(
      cells.indices.filter { !cells[$0].positions(in: releases).isEmpty }.map { $0..<$0 + 1 })
    indices = Mutex([:])
    versions = Mutex([:])
  }

  /// Returns the cells of a set, which must be a union of cells.
  func cells(in set: World.Versions) -> ReleaseSet {
    indices.withLock { indices in
      if let known = indices[set] { return known }
      let found = ReleaseSet(
        cells.indices.filter { cells[$0].isSubset(of: set) }.map { $0..<$0 + 1 })
      indices[set] = found
      // Bounds may have several spellings. A message repeats the one of the fact.
      versions.withLock { $0[found] = $0[found] ?? set }
      return found
    }
  }

  /// Returns the versions in a set of cells.
  func versions(in set: ReleaseSet) -> World.Versions {
    versions.withLock { versions in
      if let known = versions[set] { return known }
      let found = World.Versions.union(of: set.ranges.flatMap { $0.map { cells[$0] } })
      versions[set] = found
      return found
    }
  }
}
