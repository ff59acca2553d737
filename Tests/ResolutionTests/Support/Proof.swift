import ResolutionScenarios

@testable import Resolution

/// Checks each step of a proof that there is no solution, independently of the solver.
struct Proof {
  private typealias Term = Fact<Toy>.Condition

  private let graph: DerivationGraph<Toy>

  /// All versions that a package of the universe can have, one below, one above, and `nil` for no
  /// version.
  private let versions: [Int?]

  /// The universe that the proof is about.
  private let universe: RandomUniverse

  /// Creates a checker of a proof about a universe.
  init(_ graph: DerivationGraph<Toy>, in universe: RandomUniverse) {
    self.graph = graph
    self.universe = universe
    versions = [nil] + (0...universe.versionCount + 1).map { $0 }
  }

  /// Returns whether every leaf is a fact of the universe, every other node follows from its
  /// parents, and the last node has no terms.
  var isSound: Bool {
    guard let last = graph.nodes.last, last.terms.isEmpty else { return false }
    return graph.nodes.indices.allSatisfy { index in
      switch graph.nodes[index].reason {
      case .fact(let fact):
        return isFact(fact) && states(graph.nodes[index].terms, fact)
      case .derived(let left, let right):
        return left < index && right < index
          && follows(
            graph.nodes[index].terms, from: graph.nodes[left].terms, graph.nodes[right].terms)
      }
    }
  }

  /// Returns whether a fact is true in the universe.
  private func isFact(_ fact: Fact<Toy>) -> Bool {
    switch fact {
    case .wanted(let dependency, let platform):
      universe.wanted.contains(dependency)
        && platform.map(dependency.platforms.contains) ?? true
    case .limited(let limit): universe.limits[limit.package] == limit
    case .needed(let package, let versions, let dependency, _):
      (universe.shelf.releases[package] ?? []).allSatisfy { release in
        !versions.contains(release.version)
          || (release.dependencies ?? []).contains {
            $0.package == dependency.package && $0.versions == dependency.versions
          }
      }
    case .noVersion(let package, let versions):
      (universe.shelf.releases[package] ?? []).allSatisfy {
        !$0.obstacles.isEmpty || !versions.contains($0.version)
      }
    case .unknownPackage(let package): universe.shelf.releases[package] == nil
    case .unavailable(let package, let versions, let obstacle, let platform?):
      (universe.shelf.releases[package] ?? []).allSatisfy { release in
        !versions.contains(release.version) || release.platformObstacles[platform] == obstacle
      }
    case .unavailable(_, _, _, nil): false
    case .unnamedPrerelease(let package, let versions, _):
      (universe.shelf.releases[package] ?? []).allSatisfy { release in
        !versions.contains(release.version) || release.obstacles == [.prerelease]
      }
    }
  }

  /// Returns whether the terms are equivalent to the fact.
  private func states(_ terms: [Term], _ fact: Fact<Toy>) -> Bool {
    let meaning: [Term] =
      switch fact {
      case .wanted(let wanted, let platform?):
        [Term(wanted.package, on: platform, isPositive: false, .all)]
      case .wanted(let wanted, nil):
        [Term(wanted.package, isPositive: false, wanted.versions)]
      case .limited(let limit):
        [Term(limit.package, isPositive: true, limit.versions.complement)]
      case .needed(let package, let versions, let needed, let platform?):
        [
          Term(package, isPositive: true, versions),
          Term(package, on: platform, isPositive: true, .all),
          Term(needed.package, on: platform, isPositive: false, .all),
        ]
      case .needed(let package, let versions, let needed, nil):
        [
          Term(package, isPositive: true, versions),
          Term(needed.package, isPositive: false, needed.versions),
        ]
      case .unavailable(let package, .all, _, let platform?):
        [Term(package, on: platform, isPositive: true, .all)]
      case .unavailable(let package, let versions, _, let platform?):
        [
          Term(package, isPositive: true, versions),
          Term(package, on: platform, isPositive: true, .all),
        ]
      case .noVersion(let package, let versions), .unavailable(let package, let versions, _, nil):
        [Term(package, isPositive: true, versions)]
      case .unnamedPrerelease(let package, let versions, let others):
        [Term(package, isPositive: true, versions)] + others
      case .unknownPackage(let package):
        [Term(package, isPositive: true, .all)]
      }
    return follows(terms, from: meaning, meaning) && follows(meaning, from: terms, terms)
  }

  /// Returns whether every choice that makes all of `terms` true also makes all of `left` or all of
  /// `right` true.
  ///
  /// Packages are independent of each other. A counterexample makes one term of `left` and one of
  /// `right` false, so it suffices to examine the packages of these two.
  private func follows(_ terms: [Term], from left: [Term], _ right: [Term]) -> Bool {
    left.allSatisfy { first in
      right.allSatisfy { second in
        let subjects = [first.subject, second.subject]
        let isExcluded = { (subject: TermSubject<Toy>) in
          versions.allSatisfy { version in
            terms.contains { $0.subject == subject && !$0.holds(for: version) }
              || (first.subject == subject && first.holds(for: version))
              || (second.subject == subject && second.holds(for: version))
          }
        }
        return subjects.contains(where: isExcluded)
      }
    }
  }
}

extension Fact<Toy>.Condition {
  /// Creates a condition on the version of a package or, with a platform, on the need for it.
  fileprivate init(
    _ package: String, on platform: String? = nil, isPositive: Bool, _ versions: IntegerSet
  ) {
    self.init(
      subject: TermSubject(package, on: platform), isPositive: isPositive, versions: versions)
  }

  /// Returns whether the condition is true if `version` is chosen, or, for `nil`, if no version is.
  fileprivate func holds(for version: Int?) -> Bool {
    (version.map(versions.contains) ?? false) == isPositive
  }
}
